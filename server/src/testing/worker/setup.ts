/** Runs before each test file; what it imports is no helper and so loaded once by a worker, which registers the hook once. */
import './fresh-helpers.ts';
