import { sql } from 'kysely';
import type { StatusLevel, StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { StatusLevelEnum, StatusUpdateKindEnum } from '../../graphql/scalars.ts';
import { addQuarantine } from '../receiving/quarantine.ts';

interface Kept {
  readonly kept_kind: StatusUpdateKind | null;
  readonly kept_level: StatusLevel | null;
  readonly kept_value: string | null;
}

addQuarantine({
  type: 'StatusUpdateSetAside',
  query: 'statusUpdatesSetAside',
  table: 'status_update_set_aside',
  description: 'What a lock said of its state under a number that was taken by something else, which is kept.',
  listDescription: 'What contradicts a container’s status updates, newest first.',
  keptBy: 'statusUpdate:read',
  kept: sql<Kept>`k.kind as kept_kind, k.level as kept_level, k.value as kept_value`,
  joined: () => sql`
    left join status_update k on k.org_id = r.org_id and k.container_id = r.container_id
      and k.boot_number = r.boot_number and k.update_number = r.update_number`,
  fields: (t) => ({
    updateNumber: t.int({ resolve: ({ update_number }) => Number(update_number) }),
    kind: t.expose('kind', { type: StatusUpdateKindEnum }),
    level: t.expose('level', { type: StatusLevelEnum, nullable: true, description: 'Null when the lock sent none.' }),
    value: t.exposeString('value', { nullable: true }),
    keptKind: t.expose('kept_kind', {
      type: StatusUpdateKindEnum,
      nullable: true,
      description: 'Of the update kept.',
    }),
    keptLevel: t.expose('kept_level', { type: StatusLevelEnum, nullable: true }),
    keptValue: t.exposeString('kept_value', { nullable: true }),
  }),
});
