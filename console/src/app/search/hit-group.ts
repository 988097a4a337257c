import type { Icon } from '@tabler/icons-react';

/** Something to go to. */
export interface Entry {
  readonly to: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly icon: Icon;
  /** Belongs to the entry above it. */
  readonly aside?: boolean;
}

export interface HitGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}
