import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { aCard, aContainer, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { givenEvents, reports } from '../testing/events.ts';
import { ago, forgetWho } from '../testing/forgetting.ts';
import { givenStatusUpdates } from '../testing/status-updates.ts';

/** A column of a report's records as CSV, as an implementer of the org has it. */
async function columnOf(
  column: string,
  orgId: string,
  report: string,
  input: { metrics: readonly string[]; to: Date },
) {
  const caller = await signIn(['local_implementer'], { orgIds: [orgId] });
  const { data } = await caller.run('mutation ($input: ExportInput!) { createExport(input: $input) { url } }', {
    input: {
      report,
      format: 'CSV',
      records: true,
      input: { from: ago(30).toISOString(), groupBy: [], ...input, to: input.to.toISOString() },
    },
  });
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  const [head = '', ...rows] = (await buffer(file?.stream as Readable)).toString().trim().split('\r\n');
  const position = head.split(';').indexOf(`"${column}"`);
  return rows.map((row) => row.split(';')[position]);
}

// Files have the columns of a report, whichever of its figures they are asked with.
it.each(['participating_count', 'card_apartment_count'])(
  'a file asked with %s says of apartments whether they are used, and nothing where that is forgotten',
  async (metric) => {
    const { id: org_id } = await anOrg();
    const entrance = await anEntrance({ org_id });
    const apartment = await anApartment({ org_id, entrance_id: entrance.id });
    const card = await aCard({ org_id, apartment });
    const who = { card_id: card.id, apartment_id: apartment.id, entrance_id: entrance.id };
    await givenEvents([{ org_id, kind: 'full_use', occurred_at: ago(20), ...who }]);
    const ask = () => columnOf('A folosit un container', org_id, 'participation', { metrics: [metric], to: ago(-1) });
    expect(await ask()).toEqual(['"da"']);

    await forgetWho(org_id, 10);

    expect(await ask()).toEqual(['']);
  },
);

it.each(['silent_count', 'container_count'])(
  'a file asked with %s of a past day says of a lock that it was not silent where an event was heard',
  async (metric) => {
    const { id: org_id } = await anOrg();
    const { id: container_id, container_group_id } = await aContainer({ org_id });
    const to = new Date();
    await givenStatusUpdates([{ org_id, container_id, kind: 'sync', value: '1', occurred_at: ago(8) }]);
    const told = { org_id, container_id, container_group_id, boot_number: 0, event_number: 1 };
    await givenEvents([{ ...told, occurred_at: ago(0.04) }]);

    expect(await columnOf('Fără semnal', org_id, 'fleet-health', { metrics: [metric], to })).toEqual(['"nu"']);
  },
);
