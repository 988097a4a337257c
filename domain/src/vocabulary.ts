/** The closed lists of the domain (specification §3 and §6), named as the API names them. */

export const roles = ['ara_user', 'container_admin', 'local_implementer', 'local_reporter', 'manager', 'root'] as const;
export type Role = (typeof roles)[number];

export const cardKinds = ['physical', 'virtual'] as const;
export type CardKind = (typeof cardKinds)[number];

export const cardStatuses = ['normal', 'blocked', 'erased'] as const;
export type CardStatus = (typeof cardStatuses)[number];

export const accessModes = ['controlled', 'open'] as const;
export type AccessMode = (typeof accessModes)[number];

export const occupierKinds = ['business', 'domestic', 'unknown', 'unoccupied'] as const;
export type OccupierKind = (typeof occupierKinds)[number];

export const wasteStreams = ['biodegradable', 'glass', 'paper_cardboard', 'plastic_metal', 'residual'] as const;
export type WasteStream = (typeof wasteStreams)[number];

export const cardEventKinds = [
  'access_denied',
  'access_granted',
  'card_blocked',
  'card_erased',
  'card_unblocked',
  'duplicate_detected',
  'full_use',
  'no_use',
  'open_after_use',
] as const;
export type CardEventKind = (typeof cardEventKinds)[number];

/** Card events that a lock sees; the others are what the console does to a card, and are written with it. */
export const lockEventKinds = [
  'access_denied',
  'access_granted',
  'duplicate_detected',
  'full_use',
  'no_use',
  'open_after_use',
] as const satisfies readonly CardEventKind[];

/** Card events by which somebody used a container (domain.md, "Reports": participation, dormant apartments). */
export const useKinds = ['access_granted', 'full_use', 'open_after_use'] as const satisfies readonly CardEventKind[];

export const statusUpdateKinds = [
  'battery_life_pct',
  'battery_life_status',
  'emptying_detected',
  'fill_closed',
  'fill_level_pct',
  'installation',
  'preventive_maintenance',
  'servicing',
  'sync',
] as const;
export type StatusUpdateKind = (typeof statusUpdateKinds)[number];

export const statusLevels = ['error', 'info', 'ok', 'warning'] as const;
export type StatusLevel = (typeof statusLevels)[number];

export const gisNodeKinds = ['county', 'uat', 'loc', 'artery'] as const;
export type GisNodeKind = (typeof gisNodeKinds)[number];

/** The end of a validity that has none (specification §9). */
export const infiniteTime = '2170-01-01T00:00:00+00:00';

/** Whether a moment stands for there being none. */
export const isInfinite = (moment: string | Date): boolean => new Date(moment) >= new Date(infiniteTime);
