import type { Scope } from '../../database/scope.ts';

/** Openings after use that the engine of events counted, by what the events belonged to when they were received. */
export interface OpenedAfterUse {
  readonly orgId: string;
  readonly containerGroupId: string | null;
  readonly containerId: string | null;
  readonly wasteStream: string | null;
  readonly count: number;
}

/** When the newest event of a container happened. */
export interface SeenContainer {
  readonly containerId: string;
  readonly at: Date;
}

/** A month of which how many apartments took part was kept, and of none who it is. */
export interface ClosedMonth {
  readonly orgId: string;
  /** Its first day: YYYY-MM-DD. */
  readonly month: string;
}

/** What the registry's sources need of the events. */
export interface EventFacts {
  /** Ids of the apartments that used a container in the period; of the cards that ever did, for their lives. */
  readonly used: readonly string[];
  /** From which day on it is known who opened, where what is asked needs to know it of earlier ones; null where all is known. */
  readonly whoKnownFrom: Date | null;
  /** The orgs that do not know who opened, of some of the days that what is asked rests on. */
  readonly unknownOrgs: readonly string[];
  /** The month that the period is, of orgs whose apartments are told as they were counted when it was closed. */
  readonly closed: readonly ClosedMonth[];
  /** What was received later is not counted yet, of a month that runs; null where all is. */
  readonly receivedUntil: Date | null;
  readonly opened: readonly OpenedAfterUse[];
  /** Containers of which an event happened not too long before a moment that is over. */
  readonly lastSeen: readonly SeenContainer[];
}

/** Where they need nothing. */
export const noEventFacts: EventFacts = {
  used: [],
  opened: [],
  lastSeen: [],
  whoKnownFrom: null,
  unknownOrgs: [],
  closed: [],
  receivedUntil: null,
};

/** What the registry's sources are asked. */
export interface FactsAsked extends EventFacts {
  /** A fact counts if it is in each of them. */
  readonly scopes: readonly Scope[];
  readonly from: Date;
  readonly to: Date;
  /** The moment that is asked of: the last one of the period, or now if that is to come. */
  readonly at: Date;
  /** The moment is over: what is kept of the present alone is not to be used. */
  readonly isPast: boolean;
  /** Something is asked by days: what lasted longer is told day by day. */
  readonly byDay: boolean;
  /** Orgs of which the caller may not learn who opened, where it is told of some of their cards which were used. */
  readonly untoldOrgs?: readonly string[];
}
