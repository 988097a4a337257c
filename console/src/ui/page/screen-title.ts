import type { Permission } from '@noa/domain/permissions.ts';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';

/** What the route table says of a screen. */
export interface ScreenHandle {
  /**
   * The screen's title by the specification's name for it (§2): its text is `titles:<title>`, and of the screens that many have, what
   * its own texts call them: of `managers`, `managers_create`, `managers_view` and `managers_update`.
   */
  readonly title?: string;
  /** Without it, or where it is null, the screen is for all of the staff. */
  readonly permission?: Permission | null;
  /** Whether residents may open it as well. */
  readonly everybody?: boolean;
}

const ownTitles = { create: 'createTitle', view: 'singular', update: 'updateTitle' } as const;

/** Where the text of a title stands that `titles.json` does not have. */
function ownTitle(title: string): string {
  const [, space = title, screen] = /^(.*)_(create|view|update)$/.exec(title) ?? [];
  return `${space}:${screen === undefined ? 'title' : ownTitles[screen as keyof typeof ownTitles]}`;
}

/** The title of the screen that is open, as the route table names it. */
export function useScreenTitle(): string {
  const { t } = useTranslation('titles');
  const title =
    useMatches()
      .map(({ handle }) => (handle as ScreenHandle | undefined)?.title)
      .findLast((each) => each !== undefined) ?? 'not_found';
  return t([title, ownTitle(title)]);
}
