import { cards, containers, keepers, people, statusUpdates, who, type ExpectedType } from './expected-type.ts';

const actor = { who: 'RIM', because: 'Card events: who of the staff acted is for those who keep the cards' };
const gaps = { who: 'RILMC', because: 'What a lock has not delivered: whoever reads its status updates' };

/** What locks tell and hold, and what they open: who reads it. */
export const lockTypes: Readonly<Record<string, ExpectedType>> = {
  CardEvent: {
    who: people,
    because: 'Card events: read, read, without who, read, without who, own',
    plain: 'id clockCorrected deviceAt kind litres occurredAt receivedAt unauthorised reason',
    guarded: { actor, apartment: who, card: who, serialNumber: who, container: containers },
  },
  StatusUpdate: {
    who: people,
    because: 'Status updates: residents read the fill level of those that open',
    plain: 'id actor clockCorrected deviceAt kind level note occurredAt receivedAt value',
    guarded: { container: containers },
  },
  StatusReading: { ...statusUpdates, plain: 'at isStale kind level since value' },
  ContainerStatus: {
    ...statusUpdates,
    plain: 'id heardAt isSilent level readings since',
    guarded: { container: containers, wantedVersion: keepers, appliedVersion: keepers },
  },
  ReadingHistory: { ...statusUpdates, plain: 'emptyings errorPct readings warningPct' },
  PercentReading: { ...statusUpdates, plain: 'at pct' },
  ContainerStatusPoint: {
    ...statusUpdates,
    plain: 'id fillLevelPct isSilent label latitude level longitude wasteStream',
  },
  ContainerStatusCounts: { ...statusUpdates, plain: 'error info ok silent total unknown warning' },
  AccessDecision: { ...cards, plain: 'allowed decisive onLock reasons' },
  OnLock: { ...cards, plain: 'askedAt current failure state version waitingSince' },
  CardOnLocks: { ...cards, plain: 'admitting behind changedAt removing' },
  LockCount: { ...cards, plain: 'confirmed total' },
  LockBehind: { ...cards, plain: 'admits askedAt containerId failure heardAt isSilent label since state' },
  Effect: {
    who: 'RIMC',
    because: 'Whoever may make a change may ask what it would do',
    plain: `closingContainers gainedContainers gainingCards losingCards lostContainers openingContainers overCapacityCount
      overCapacity`,
  },
  ContainerSync: {
    ...keepers,
    plain: `appliedAt appliedVersion askedAt failedAt failure failureReason overBy phase waitingCards waitingSince
      wantedVersion`,
  },
  CardEventSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    plain: 'id bootNumber deviceAt eventNumber keptDeviceAt keptKind kind listVersion receivedAt',
    guarded: { serialNumber: who },
  },
  StatusUpdateSetAside: {
    who: 'RILMC',
    because: 'What a lock said twice and differently: whoever reads its status updates',
    plain: 'id bootNumber deviceAt keptKind keptLevel keptValue kind level receivedAt updateNumber value',
  },
  CardEventGaps: { ...gaps, plain: 'count missing gaps' },
  CardEventGap: { ...gaps, plain: 'bootNumber first last' },
  AccessReason: { ...cards, plain: 'holds matters rule via' },
  AccessVia: { ...cards, plain: 'id kind label' },
};
