import { sql, type RawBuilder } from 'kysely';
import { allOf, inScope } from '../database/record.ts';
import type { Scope } from '../database/scope.ts';
import { ownApartments } from '../registry/apartments/apartment.queries.ts';
import { containerGroups } from '../registry/container-groups/container-group.queries.ts';

/** What reports count over: events in the projection; the others in the registry, as it was when the period ended. */
export type ReportSource = 'events' | 'apartments' | 'platforms';

/** What the registry's sources are asked. */
export interface FactsAsked {
  /** A fact counts if it is in each of them. */
  readonly scopes: readonly Scope[];
  /** Ids of the apartments that used a container in the period. */
  readonly used: readonly string[];
}

/** Every apartment, with where it belongs and what is known of it. */
const apartmentFacts = ({ scopes, used }: FactsAsked) => sql`
  select r.org_id, e.manager_id, e.tower_block_id, r.entrance_id, e.access_group_id, r.id as apartment_id, r.occupier_kind,
    r.occupier_name is not null and r.occupier_id_number_hash is not null as is_named,
    h.apartment_id is not null as has_card, u.id is not null as is_used
  from apartment r
  join entrance e on e.org_id = r.org_id and e.id = r.entrance_id
  left join (select distinct org_id, apartment_id from apartment_card where active) h
    on h.org_id = r.org_id and h.apartment_id = r.id
  left join unnest(${used}::uuid[]) as u (id) on u.id = r.id
  where ${allOf(scopes.map((scope) => inScope(ownApartments, scope)))}`;

/** Every container beside its group; a group without containers stands by itself. */
const platformFacts = ({ scopes }: FactsAsked) => sql`
  select r.org_id, r.id as container_group_id, r.access_mode = 'controlled' as is_controlled, k.id as container_id,
    k.waste_stream
  from container_group r
  left join container k on k.org_id = r.org_id and k.container_group_id = r.id
  where ${allOf(scopes.map((scope) => inScope(containerGroups, scope)))}`;

export const registryFacts: Readonly<
  Record<Exclude<ReportSource, 'events'>, (asked: FactsAsked) => RawBuilder<unknown>>
> = {
  apartments: apartmentFacts,
  platforms: platformFacts,
};
