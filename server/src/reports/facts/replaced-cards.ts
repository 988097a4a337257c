import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../../records/record.ts';
import type { FactsAsked } from './facts.ts';

/**
 * The hand-outs of the period that replaced a card, each once: `org_id`, `card_id` (the new one), `created_at`.
 *
 * A card is gone from an apartment when it was handed to it and was taken back, blocked or erased since, and was not handed to it again. A
 * hand-out replaces one card that is gone, and none of its own card; a card that was replaced is replaced no second time, unless it is handed
 * out, and goes, again. Where several are gone it is the one that was handed out last: what a household lost years ago stays as it is.
 * Whoever replaced what before the period is therefore looked at as well.
 *
 * @param isOfOrgs - holds for a row, by its name in SQL, of the orgs that are asked of.
 */
export const replacedCards = (
  { from, to }: Pick<FactsAsked, 'from' | 'to'>,
  isOfOrgs: (row: string) => Condition,
): RawBuilder<unknown> => sql`
  select r.org_id, r.card_id, r.created_at
  from (
    with recursive handed as (
      select h.*, row_number() over (partition by h.org_id, h.apartment_id order by h.created_at, h.id) as nth
      from (${goneAtHandOuts({ from, to }, isOfOrgs)}) h
    ), replacing as (
      select h.*, h.gone[1] as replaced, h.gone[1:1] as settled from handed h where h.nth = 1
      union all
      select h.*, o.id, case when o.id is null then r.settled else r.settled || o.id end
      from replacing r
      join handed h on h.org_id = r.org_id and h.apartment_id = r.apartment_id and h.nth = r.nth + 1
      left join lateral (
        select g.id from unnest(h.gone) with ordinality as g (id, place)
        where g.id <> all(r.settled) order by g.place limit 1) o on true
    )
    select org_id, card_id, created_at, replaced from replacing) r
  where r.replaced is not null and r.created_at >= ${from}`;

/**
 * Hand-outs to the apartments to which something was handed out in the period, those before it included, as far as a card was gone then:
 * `gone` are the hand-outs of those cards, the newest first.
 */
const goneAtHandOuts = ({ from, to }: Pick<FactsAsked, 'from' | 'to'>, isOfOrgs: (row: string) => Condition) => sql`
  select g.org_id, g.apartment_id, g.id, g.card_id, g.created_at,
    array_agg(g.former_id order by g.former_at desc, g.former_id desc) as gone
  from (
    select distinct on (h.id, o.card_id) h.org_id, h.apartment_id, h.id, h.card_id, h.created_at,
      o.id as former_id, o.card_id as former_card_id, o.created_at as former_at, o.active
    from apartment_card h
    join apartment_card_version o on o.org_id = h.org_id and o.apartment_id = h.apartment_id and o.card_id <> h.card_id
      and o.created_at <= h.created_at and o.valid_from <= h.created_at and h.created_at < o.valid_to and ${isOfOrgs('o')}
    where h.created_at < ${to} and ${isOfOrgs('h')} and (h.org_id, h.apartment_id) in (
      select n.org_id, n.apartment_id from apartment_card n
      where n.created_at >= ${from} and n.created_at < ${to} and ${isOfOrgs('n')})
    order by h.id, o.card_id, o.created_at desc, o.id desc) g
  join card_version f on f.org_id = g.org_id and f.id = g.former_card_id
    and f.valid_from <= g.created_at and g.created_at < f.valid_to and ${isOfOrgs('f')}
  where g.former_at < g.created_at and (not g.active or f.status <> 'normal')
  group by g.org_id, g.apartment_id, g.id, g.card_id, g.created_at`;
