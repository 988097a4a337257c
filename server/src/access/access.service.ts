import { demandFound, notFound } from '@noa/domain/errors.ts';
import { findRow } from '../database/statements.ts';
import type { Tx } from '../database/database.ts';
import { findRecord } from '../records/record.ts';
import { everything } from '../database/scope.ts';
import { read } from '../database/transaction.ts';
import type { Context } from '../request/context.ts';
import { cards } from '../registry/cards/card.queries.ts';
import { containers } from '../registry/containers/container.queries.ts';
import { findLabels } from '../registry/labels.ts';
import type { LabelledTable } from '../registry/kinds.ts';
import { type AccessRule, accessRules, opens } from './access.queries.ts';
import type { AccessReason, Via } from './access.schema.ts';

export interface AccessDecision {
  readonly cardId: string;
  readonly containerId: string;
  readonly allowed: boolean;
  readonly decisive: AccessRule;
  /** Every rule in order, each judged by itself. */
  readonly reasons: readonly AccessReason[];
}

interface Facts {
  allowed: boolean;
  container_mode: string;
  group_id: string;
  group_mode: string;
  card_status: string;
  apartment_id: string | null;
  entrance_id: string | null;
  access_group_id: string | null;
  joined: boolean;
  open_access_group_id: string | null;
}

/** What decides, in one statement; `allowed` is the definition that ingestion uses too. */
async function findFacts(tx: Tx, cardId: string, containerId: string): Promise<Facts> {
  const facts = await findRow<Facts>(tx)`
    select ${opens} as allowed, k.access_mode as container_mode, g.id as group_id, g.access_mode as group_mode,
      c.status as card_status, a.id as apartment_id, e.id as entrance_id, e.access_group_id,
      exists (select from access_group_container_group j
        where j.org_id = k.org_id and j.container_group_id = g.id and j.access_group_id = e.access_group_id) as joined,
      (select m.id from access_group_container_group j
        join access_group m on m.org_id = j.org_id and m.id = j.access_group_id
        where j.org_id = k.org_id and j.container_group_id = g.id and m.access_mode = 'open' and c.org_id = k.org_id
        order by m.id limit 1) as open_access_group_id
    from container k
    join container_group g on g.org_id = k.org_id and g.id = k.container_group_id
    join card c on c.id = ${cardId}
    left join apartment_card h on h.org_id = c.org_id and h.card_id = c.id and h.active
    left join apartment a on a.org_id = h.org_id and a.id = h.apartment_id
    left join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
    where k.id = ${containerId}`;
  return demandFound(facts, 'container', containerId);
}

/**
 * Whether the card opens the container, with the chain of rules. What its lock believes of it is asked beside (on-lock.schema.ts).
 *
 * @throws {AppError} `NotFound` unless the caller may see both; `Forbidden`.
 */
export async function mayOpen(context: Context, cardId: string, containerId: string): Promise<AccessDecision> {
  const [card, container] = await Promise.all([
    context.read('card:read', (tx, scope) => findRecord(tx, cards, scope, cardId)),
    context.read('container:read', (tx, scope) => findRecord(tx, containers, scope, containerId)),
  ]);
  if (!card) {
    throw notFound('card', cardId);
  }
  if (!container) {
    throw notFound('container', containerId);
  }
  // Both are the caller's to see; what lies between them decides, seen or not.
  const facts = await read(context.bounded, everything, (tx) => findFacts(tx, card.id, container.id));
  // Labels only as far as the caller reaches: they must not tell more than the records would.
  const holds = judge(facts);
  const { decisive, mattering } = weigh(holds);
  return context.read('container:read', async (tx) => {
    const vias = await findVias(context, tx, facts, card.id, container.id);
    return {
      cardId: card.id,
      containerId: container.id,
      allowed: facts.allowed,
      decisive,
      reasons: accessRules.map((rule) => ({
        rule,
        holds: holds[rule],
        matters: mattering.has(rule),
        via: vias[rule],
      })),
    };
  });
}

/** Each rule by its own definition: that a card is blocked does not part its apartment from a container. */
const judge = (facts: Facts): Record<AccessRule, boolean> => ({
  container_open: facts.container_mode === 'open',
  container_group_open: facts.group_mode === 'open',
  card_normal: facts.card_status === 'normal',
  apartment_joined: facts.joined,
  access_group_open: facts.open_access_group_id !== null,
});

type ViaKind = 'accessGroup' | 'apartment' | 'card' | 'container' | 'containerGroup' | 'entrance';

/** The records that each rule goes through, as far as the caller may read them. */
async function findVias(
  { viewer }: Context,
  tx: Tx,
  facts: Facts,
  cardId: string,
  containerId: string,
): Promise<Record<AccessRule, Via[]>> {
  const via = async (...records: readonly (readonly [ViaKind, LabelledTable, string | null])[]): Promise<Via[]> => {
    const named: Via[] = [];
    for (const [kind, table, id] of records) {
      const known = id !== null && viewer.may(`${kind}:read`);
      const label = known ? (await findLabels(tx, table, [id])).get(id) : undefined;
      if (id !== null && label !== undefined) {
        named.push({ kind, id, label });
      }
    }
    return named;
  };
  return {
    container_open: await via(['container', 'container', containerId]),
    container_group_open: await via(['containerGroup', 'container_group', facts.group_id]),
    card_normal: await via(['card', 'card', cardId]),
    apartment_joined: await via(
      ['apartment', 'apartment', facts.apartment_id],
      ['entrance', 'entrance', facts.entrance_id],
      ['accessGroup', 'access_group', facts.access_group_id],
    ),
    access_group_open: await via(['accessGroup', 'access_group', facts.open_access_group_id]),
  };
}

/** What the rules come to, each judged by itself. */
interface Weighed {
  readonly allowed: boolean;
  /** The rule that settles it: the first by which it opens, or the first that fails of those a card needs. */
  readonly decisive: AccessRule;
  /** The rules one has to look at; the others would change nothing as things are. */
  readonly mattering: ReadonlySet<AccessRule>;
}

/** Combines the rules (domain.md, "Who opens what"): open to all, or else a normal card with a right to it. */
function weigh(holds: Readonly<Record<AccessRule, boolean>>): Weighed {
  const opensToAll = (['container_open', 'container_group_open'] as const).find((rule) => holds[rule]);
  if (opensToAll) {
    return { allowed: true, decisive: opensToAll, mattering: new Set([opensToAll]) };
  }
  if (!holds.card_normal) {
    return { allowed: false, decisive: 'card_normal', mattering: new Set(['card_normal']) };
  }
  const right = (['apartment_joined', 'access_group_open'] as const).find((rule) => holds[rule]);
  return right
    ? { allowed: true, decisive: right, mattering: new Set(['card_normal', right]) }
    : {
        allowed: false,
        decisive: 'apartment_joined',
        mattering: new Set(['card_normal', 'apartment_joined', 'access_group_open']),
      };
}
