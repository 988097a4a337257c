/** A card as far as access is concerned. */
export interface CardFacts {
  readonly id: string;
  readonly serialNumber: string;
  status: 'normal' | 'blocked';
  /** Null: in a drawer. */
  apartmentId: string | null;
}

export interface AccessGroupFacts {
  readonly id: string;
  open: boolean;
  readonly containerGroupIds: ReadonlySet<string>;
}

export interface ContainerFacts {
  readonly id: string;
  readonly serialNumber: string;
  readonly containerGroupId: string;
  /** It or its group opens to anybody, with no card. */
  readonly opensToAll: boolean;
  /** Litres an opening counts for. */
  readonly drumLitres: number;
  readonly sizeLitres: number;
}

export interface RegistryFacts {
  /** By serial number; erased cards are left out. */
  readonly cards: ReadonlyMap<string, CardFacts>;
  /** Apartment to entrance. */
  readonly apartments: ReadonlyMap<string, string>;
  /** Entrance to access group. */
  readonly entrances: Map<string, string | null>;
  readonly accessGroups: ReadonlyMap<string, AccessGroupFacts>;
  readonly containers: ReadonlyMap<string, ContainerFacts>;
}

/** A change of who opens what, as the state it leads to: making it twice is making it once. */
export type Change =
  | { readonly kind: 'card'; readonly serialNumber: string; readonly status: 'normal' | 'blocked' }
  | { readonly kind: 'holder'; readonly serialNumber: string; readonly apartmentId: string | null }
  | { readonly kind: 'entrance'; readonly entranceId: string; readonly accessGroupId: string | null }
  | { readonly kind: 'accessGroup'; readonly accessGroupId: string; readonly open: boolean };

/**
 * Who opens what by the words of the specification, computed here from what the registry says and from nothing of the
 * server's: what the lists of the locks, and the server's own `mayOpen`, are compared with.
 */
export class Registry {
  readonly facts: RegistryFacts;

  constructor(facts: RegistryFacts) {
    this.facts = facts;
  }

  /** A copy, for going through the same changes once more. */
  copy(): Registry {
    const { cards, accessGroups, entrances, ...rest } = this.facts;
    return new Registry({
      ...rest,
      entrances: new Map(entrances),
      cards: new Map([...cards].map(([serial, card]) => [serial, { ...card }])),
      accessGroups: new Map([...accessGroups].map(([id, group]) => [id, { ...group }])),
    });
  }

  apply(change: Change): void {
    const { cards, entrances, accessGroups } = this.facts;
    switch (change.kind) {
      case 'card':
        found(cards.get(change.serialNumber)).status = change.status;
        break;
      case 'holder':
        found(cards.get(change.serialNumber)).apartmentId = change.apartmentId;
        break;
      case 'entrance':
        entrances.set(change.entranceId, change.accessGroupId);
        break;
      case 'accessGroup':
        found(accessGroups.get(change.accessGroupId)).open = change.open;
        break;
    }
  }

  /** The change that undoes this one. */
  inverse(change: Change): Change {
    const { cards, entrances, accessGroups } = this.facts;
    switch (change.kind) {
      case 'card':
        return { ...change, status: found(cards.get(change.serialNumber)).status };
      case 'holder':
        return { ...change, apartmentId: found(cards.get(change.serialNumber)).apartmentId };
      case 'entrance':
        return { ...change, accessGroupId: entrances.get(change.entranceId) ?? null };
      case 'accessGroup':
        return { ...change, open: found(accessGroups.get(change.accessGroupId)).open };
    }
  }

  mayOpen(serialNumber: string, containerId: string): boolean {
    const container = found(this.facts.containers.get(containerId));
    return container.opensToAll || this.admits(serialNumber, container.containerGroupId);
  }

  /** Whether the card itself gives the right, as locks have it in their lists. */
  admits(serialNumber: string, containerGroupId: string): boolean {
    const { cards, apartments, entrances, accessGroups } = this.facts;
    const card = cards.get(serialNumber);
    if (card?.status !== 'normal') {
      return false;
    }
    const entranceId = card.apartmentId === null ? undefined : apartments.get(card.apartmentId);
    const own = entranceId === undefined ? null : (entrances.get(entranceId) ?? null);
    if (own !== null && accessGroups.get(own)?.containerGroupIds.has(containerGroupId)) {
      return true;
    }
    return [...accessGroups.values()].some(
      ({ open, containerGroupIds }) => open && containerGroupIds.has(containerGroupId),
    );
  }

  /** All serials a lock of the group must admit. */
  admittedTo(containerGroupId: string): Set<string> {
    return new Set([...this.facts.cards.keys()].filter((serial) => this.admits(serial, containerGroupId)));
  }

  /** Where another registry says otherwise, in a few words each. */
  differencesFrom(other: Registry): string[] {
    const lines = (registry: Registry) => {
      const { cards, entrances, accessGroups } = registry.facts;
      return new Map([
        ...[...cards.values()].map(
          (c) => [`card ${c.serialNumber}`, `${c.status}, apartment ${c.apartmentId}`] as const,
        ),
        ...[...entrances].map(([id, group]) => [`entrance ${id}`, `access group ${group}`] as const),
        ...[...accessGroups.values()].map(
          (g) => [`access group ${g.id}`, `${g.open}, ${[...g.containerGroupIds].toSorted().join(' ')}`] as const,
        ),
      ]);
    };
    const [ours, theirs] = [lines(this), lines(other)];
    return [...new Set([...ours.keys(), ...theirs.keys()])]
      .filter((key) => ours.get(key) !== theirs.get(key))
      .map((key) => `${key}: ${ours.get(key) ?? 'absent'}, and not ${theirs.get(key) ?? 'absent'}`);
  }
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error('The simulator does not know this record');
  }
  return value;
}
