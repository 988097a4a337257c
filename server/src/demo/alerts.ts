import { execute } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';

/** Keeps the town's containers, and is told of what is wrong with them. */
export const keeper = 'containers@noa.test';

/** What the town wants to be told of; incidents are what its server then finds by them. */
const rules = [
  {
    name: 'Baterie descărcată',
    condition: 'level',
    kind: 'battery_life_pct',
    level: 'error',
    threshold: null,
    minutes: 0,
  },
  { name: 'Container plin', condition: 'fill', kind: null, level: null, threshold: 95, minutes: 180 },
  { name: 'Încuietoare fără semnal', condition: 'silence', kind: null, level: null, threshold: null, minutes: 1_440 },
  { name: 'Carduri refuzate', condition: 'refusals', kind: null, level: null, threshold: 10, minutes: 60 },
  { name: 'Deschideri neobișnuite', condition: 'unusual', kind: null, level: null, threshold: 200, minutes: 60 },
] as const;

/** Rules of alerts, of each condition one, which tell whoever keeps the containers. */
export async function seedAlertRules(tx: Tx, orgId: string): Promise<void> {
  const column = <Name extends keyof (typeof rules)[number]>(name: Name) => rules.map((rule) => rule[name]);
  await execute(tx)`
    insert into alert_rule (org_id, name, condition, reading_kind, level, threshold, minutes, recipients, locale, escalate_to)
    select ${orgId}, r.*, array[${keeper}::text], 'ro', '{}'
    from unnest(${column('name')}::text[], ${column('condition')}::text[], ${column('kind')}::text[], ${column('level')}::text[],
      ${column('threshold')}::int[], ${column('minutes')}::int[]) r`;
}
