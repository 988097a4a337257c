import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';

const t = ((key: string, parts?: { cause: string; remedy: string }) =>
  parts ? `${key}(${parts.cause}, ${parts.remedy})` : key) as unknown as TFunction<'access'>;

const record = (kind: string) => ({ kind, id: kind, label: kind });
const reason = (rule: 'card_normal' | 'apartment_joined', holds: boolean, ...via: string[]) => ({
  rule,
  holds,
  matters: true,
  via: via.map(record),
});
const denied = (decisive: 'card_normal' | 'apartment_joined', ...reasons: ReturnType<typeof reason>[]) =>
  ({ allowed: false, decisive, reasons }) as unknown as Parameters<typeof explain>[1];

describe('why a card does not open', () => {
  it('names what is missing on the way from its apartment, and where to mend it', () => {
    const ofNobody = denied('apartment_joined', reason('apartment_joined', false));
    const withoutGroup = denied('apartment_joined', reason('apartment_joined', false, 'apartment', 'entrance'));
    const notJoined = denied(
      'apartment_joined',
      reason('apartment_joined', false, 'apartment', 'entrance', 'accessGroup'),
    );

    expect(explain(t, ofNobody, { status: 'normal' })).toMatchObject({ cause: 'causes.no_apartment', at: undefined });
    expect(explain(t, withoutGroup, { status: 'normal' })).toMatchObject({ at: record('entrance') });
    expect(explain(t, notJoined, { status: 'normal' })).toMatchObject({ at: record('accessGroup') });
  });

  it('does not promise that unblocking helps where something else is missing as well', () => {
    const alsoApart = denied(
      'card_normal',
      reason('card_normal', false),
      reason('apartment_joined', false, 'apartment', 'entrance', 'accessGroup'),
    );
    const joined = denied('card_normal', reason('card_normal', false), reason('apartment_joined', true, 'apartment'));

    expect(explain(t, alsoApart, { status: 'blocked' })).toEqual({
      cause: 'causes.not_normal',
      remedy: 'remedies.evenUnblocked(causes.not_joined, remedies.not_joined)',
      at: record('accessGroup'),
    });
    expect(explain(t, joined, { status: 'blocked' })).toMatchObject({ remedy: null });
    expect(explain(t, alsoApart, { status: 'erased' })).toMatchObject({ remedy: null });
  });
});
