import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { opensToAll } from '../../access/access.queries.ts';
import { int4Array, textArray, uuidArray } from '../../database/binary-array.ts';
import { findRows } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import { prepared } from '../../database/connection/prepared.ts';
import { inScope, isUuid } from '../../records/record.ts';
import type { Scope } from '../../database/scope.ts';
import { containers } from '../../registry/containers/container.queries.ts';
import type { CompleteUpTo } from './record-receipt.schema.ts';

/** Where it is kept, per lock and boot, which numbers have arrived; one table for each kind of message. */
export type ReceiptTable = 'card_event_receipt' | 'status_update_receipt';

/** What is asked of a container when something is reported of it. */
export interface SeenContainer {
  readonly orgId: string;
  /** Messages of before are past their retention. */
  readonly keptFrom: Date;
  /** For so many days its events say who; 0 for none. */
  readonly identityDays: number;
  readonly containerGroupId: string;
  readonly wasteStream: WasteStream;
  readonly volumeControlLitres: number;
  readonly opensToAll: boolean;
  /** It was noted less than a minute ago that its lock was seen. */
  readonly seenThisMinute: boolean;
}

/** The containers of `ids` that `scope` reaches, by their ids; absent and foreign ones are left out. */
export async function findReported(
  tx: Tx,
  scope: Scope,
  ids: ReadonlySet<string>,
): Promise<Map<string, SeenContainer>> {
  const rows = await findRows<SeenContainer & { id: string }>(tx)`${prepared}
    select r.id, r.org_id as "orgId", now() - make_interval(months => s.event_retention_months) as "keptFrom",
      s.identity_days as "identityDays", r.container_group_id as "containerGroupId",
      r.waste_stream as "wasteStream", r.volume_control_litres as "volumeControlLitres",
      ${opensToAll('r')} as "opensToAll", coalesce(n.heard_at > now() - interval '1 minute', false) as "seenThisMinute"
    from container r
    join org_settings s on s.org_id = r.org_id
    left join container_status_summary n on n.org_id = r.org_id and n.container_id = r.id
    where r.id = any(${uuidArray([...ids].filter(isUuid))}::uuid[]) and ${inScope(containers, scope)}`;
  return new Map(rows.map(({ id, ...container }) => [id, container]));
}

/**
 * Whether a message `i` of an org, whose number was received and of which nothing is kept, is of a time of which all is: under its number something else
 * came then.
 *
 * @param ofOrg - the row whose `org_id` is its org.
 */
export const isOfKeptTime = (ofOrg: RawBuilder<unknown>) =>
  sql<SqlBool>`(not i.clock_corrected and i.device_at >= events_in_database_from(${ofOrg}.org_id))`;

/** What identifies a message: its lock, which of the lock's runs numbered it, and the number. */
export interface Numbered {
  readonly orgId: string;
  readonly containerId: string;
  readonly bootNumber: number;
  readonly number: number;
}

export interface Receipts<Message> {
  /** The messages that have not arrived before, each once. */
  readonly fresh: Message[];
  /**
   * For each lock and boot of some of these messages, the number up to which no message is missing; 0 when the first one is. Numbers start
   * at 1.
   */
  readonly completeUpTo: (of: readonly Message[]) => CompleteUpTo[];
}

/** The numbers that one lock reports in one batch, under one boot number. */
class Origin {
  readonly first: Numbered;
  readonly #numbers: number[] = [];
  /** Each is greater than the one before: none stands in the batch twice. */
  #ascending = true;
  /** Those that need not be stored, or stand in the batch already; undefined while there can be none. */
  #known: Set<number> | undefined;

  constructor(first: Numbered) {
    this.first = first;
  }

  add({ number }: Numbered): void {
    if (number <= (this.#numbers.at(-1) ?? 0)) {
      this.#ascending = false;
      this.#known ??= new Set();
    }
    this.#numbers.push(number);
  }

  /** The numbers as PostgreSQL reads them: `{[1,3],[7,7]}`. */
  get multirange(): string {
    const ranges: [number, number][] = [];
    for (const number of this.#ascending ? this.#numbers : this.#numbers.toSorted((one, other) => one - other)) {
      const last = ranges.at(-1);
      if (last && number <= last[1] + 1) {
        last[1] = number;
      } else {
        ranges.push([number, number]);
      }
    }
    return `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`;
  }

  /** @param multirange - as PostgreSQL writes it, within the numbers of the batch: `{[1,4),[7,8)}`. */
  knows(multirange: string): void {
    for (const [, from, to] of multirange.matchAll(/\[(\d+),(\d+)\)/g)) {
      this.#known ??= new Set();
      for (let number = Number(from); number < Number(to); number += 1) {
        this.#known.add(number);
      }
    }
  }

  /** Whether a message of the number is the first, of all that ever arrived. */
  take({ number }: Numbered): boolean {
    const isFresh = !this.#known?.has(number);
    this.#known?.add(number);
    return isFresh;
  }
}

/**
 * Notes that messages have arrived, and that their locks were seen, new to tell or not. From here to the end of the
 * transaction, others who report of the same locks and boots wait, in one order: the same messages sent at once by two
 * connections are stored once, and nobody waits in a circle.
 */
export async function noteReceipts<Message extends Numbered>(
  tx: Tx,
  table: ReceiptTable,
  messages: readonly Message[],
): Promise<Receipts<Message>> {
  const keyOf = ({ containerId, bootNumber }: Omit<Numbered, 'orgId' | 'number'>) => `${containerId} ${bootNumber}`;
  const origins = new Map<string, Origin>();
  const originOf = (message: Message): Origin => {
    const key = keyOf(message);
    const known = origins.get(key);
    if (known) {
      return known;
    }
    const origin = new Origin(message);
    origins.set(key, origin);
    return origin;
  };
  const byMessage = new Map(
    messages.map((message) => {
      const origin = originOf(message);
      origin.add(message);
      return [message, origin] as const;
    }),
  );
  const noted = (await writeReceipts(tx, table, [...origins.values()])).map(({ repeated, ...complete }) => {
    const origin = origins.get(keyOf(complete));
    origin?.knows(repeated);
    return { origin, complete };
  });
  return {
    fresh: messages.filter((message) => byMessage.get(message)?.take(message)),
    completeUpTo: (of) => {
      const own = new Set(of.map((message) => byMessage.get(message)));
      return noted.flatMap(({ origin, complete }) => (own.has(origin) ? [complete] : []));
    },
  };
}

const writeReceipts = (
  tx: Tx,
  table: ReceiptTable,
  origins: readonly Origin[],
): Promise<(CompleteUpTo & { repeated: string })[]> => findRows<CompleteUpTo & { repeated: string }>(tx)`${prepared}
  with noted as (
    insert into ${sql.table(table)} as r (org_id, container_id, boot_number, received, heard_at)
    select org_id, container_id, boot_number, received::int8multirange, now()
    from unnest(${uuidArray(origins.map(({ first }) => first.orgId))}::uuid[],
      ${uuidArray(origins.map(({ first }) => first.containerId))}::uuid[],
      ${int4Array(origins.map(({ first }) => first.bootNumber))}::int4[],
      ${textArray(origins.map(({ multirange }) => multirange))}::text[])
      as i (org_id, container_id, boot_number, received)
    order by 1, 2, 3
    on conflict (org_id, container_id, boot_number) do update set received = r.received + excluded.received,
      -- To intersect two takes thrice as long as to see that they have nothing in common, as they mostly do.
      repeated = case when r.received && excluded.received then r.received * excluded.received else '{}' end, heard_at = excluded.heard_at
    returning container_id, boot_number, received, repeated)
  select container_id as "containerId", boot_number as "bootNumber", repeated::text as repeated, coalesce((
    select case when lower(first) = 1 then (upper(first) - 1)::int end
    from (select unnest(received) as first limit 1) p), 0) as number
  from noted order by 1, 2`;
