import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reportGroupings } from '@noa/domain/reporting/report.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
} from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';
import { groupings } from './query/groupings.ts';
import { always, AskReport, givenEvents, reports } from './testing/events.ts';

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
const reporter = await signIn(['local_reporter'], { orgIds: [org.id] });

/** Where containers stand whose events are told. */
const standing = await aContainerGroup({ org_id: org.id });

/** What can be deleted while there are events of it, by what reports are grouped by; orgs and cards cannot. */
const made: Readonly<Record<string, () => Promise<{ readonly id: string }>>> = {
  manager: () => aManager({ org_id: org.id, name: 'Asociația Veche' }),
  entrance: () => anEntrance({ org_id: org.id }),
  tower_block: () => aTowerBlock({ org_id: org.id }),
  access_group: () => anAccessGroup({ org_id: org.id, name: 'Grupul Vechi' }),
  container_group: () => aContainerGroup({ org_id: org.id, item_number: 'P-77', name: 'Piața Veche' }),
  container: () => aContainer({ org_id: org.id }),
  apartment: () => anApartment({ org_id: org.id }),
};

const input = (grouping: string) => ({ ...always, groupBy: [grouping], metrics: ['event_count'] });

async function fileOf(grouping: string): Promise<string> {
  const { data, errors } = await implementer.run(
    'mutation ($input: ExportInput!) { createExport(input: $input) { url } }',
    { input: { report: 'usage', format: 'CSV', input: input(grouping) } },
  );
  expect(errors).toBeUndefined();
  const file = await reports.downloads.find(data.createExport.url.replace('/downloads/', ''));
  return file ? text(file.stream) : '';
}

describe('what a report counts is called', () => {
  const ofRecords = reportGroupings.filter((name) => groupings[name].kind === 'record');

  it.each(ofRecords.filter((name) => name in made))(
    'as it was called last, when it was deleted since: %s',
    async (name) => {
      const grouping = groupings[name];
      const record = await made[name]?.();
      if (grouping.kind !== 'record' || !record) {
        throw new Error('The grouping has no record');
      }
      await givenEvents(
        Array.from({ length: 6 }, (_, nth) => ({
          org_id: org.id,
          [grouping.column]: record.id,
          ...(name === 'container' && { container_group_id: standing.id, boot_number: 0, event_number: nth + 1 }),
        })),
      );
      const { data: before } = await implementer.run(AskReport, { input: input(name) });
      const label = before.report.labels.find(({ value }: { value: string }) => value === record.id);
      expect(label.text).toMatch(/\S/);

      await asSystem((tx) => sql`delete from ${sql.table(grouping.table)} where id = ${record.id}`.execute(tx));

      const { data: since } = await implementer.run(AskReport, { input: input(name) });
      expect(since.report.rows).toEqual(before.report.rows);
      expect(since.report.labels).toContainEqual(label);
      const file = await fileOf(name);
      expect(file).toContain(label.text);
      expect(file).not.toContain(record.id);
    },
  );

  it('so, to who may not read histories too; and each by its own name, whenever it was deleted', async () => {
    const names = ['Unu', 'Doi', 'Trei'];
    for (const name of names) {
      const { id } = await aManager({ org_id: org.id, name: 'Cum se numea' });
      await givenEvents(Array.from({ length: 6 }, () => ({ org_id: org.id, manager_id: id })));
      await asSystem((tx) => sql`update manager set name = ${name} where id = ${id}`.execute(tx));
      await asSystem((tx) => sql`delete from manager where id = ${id}`.execute(tx));
    }

    const { data } = await reporter.run(AskReport, { input: input('manager') });

    const texts = data.report.labels.map((label: { text: string }) => label.text);
    expect(texts).toEqual(expect.arrayContaining(names));
    expect(texts).not.toContain('Cum se numea');
  });
});
