/** Runs before each test file; what it imports is no helper and so loaded once by a worker, which registers the hook once. */
import { inject } from 'vitest';
import './fresh-helpers.ts';

// For the processes that tests start: Node looks at it as it starts.
process.env['NODE_COMPILE_CACHE'] ??= inject('compiledFolder');
