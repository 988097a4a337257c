import { expect, it } from 'vitest';
import { parseEvent } from './event-stream.ts';

it('reads results, the end and signs of life', () => {
  expect(parseEvent('event: next\ndata: {"data":{"at":"12:30"}}')).toEqual({ data: { at: '12:30' } });
  expect(parseEvent('event:next\ndata:{"data":\ndata:null}')).toEqual({ data: null });
  expect(parseEvent('event: complete\ndata: ')).toBe('complete');
  expect(parseEvent(':')).toBeUndefined();
  expect(parseEvent('')).toBeUndefined();
});
