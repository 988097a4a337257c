import { useSearchParams } from 'react-router';
import { useDefaultOrg } from '../session/default-org.ts';
import { useViewer } from '../session/viewer.ts';

/**
 * The org a create form starts with: the one in its address, else the viewer's default, else the only one.
 *
 * @returns also whether the form has to ask: whoever belongs to one org only is not troubled.
 */
export function useOwningOrg(): { orgId: string | null; isAsked: boolean } {
  const { orgs, roles } = useViewer();
  const [parameters] = useSearchParams();
  const [defaultOrg] = useDefaultOrg();
  const [only] = orgs;
  const isAsked = roles.includes('root') || orgs.length !== 1;
  return { orgId: isAsked ? (parameters.get('orgId') ?? defaultOrg ?? only?.id ?? null) : (only?.id ?? null), isAsked };
}
