import { preferenceKeys, usePreference } from '../ui/preferences.ts';
import { useViewer } from './viewer.ts';

/**
 * The org with which the viewer's create forms start; null for none. Kept in the browser like every other preference: it
 * only saves a choice, so it is worth no table, and by account, because the next one here may not reach that org. An org out
 * of reach counts as none.
 */
export function useDefaultOrg(): [string | null, (orgId: string | null) => void] {
  const { id, orgs, roles } = useViewer();
  const [kept, keep] = usePreference<string | null>(preferenceKeys.defaultOrg(id ?? ''), null);
  const reached = roles.includes('root') || orgs.some((org) => org.id === kept);
  return [reached ? kept : null, keep];
}
