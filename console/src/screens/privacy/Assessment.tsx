import { assessmentOf } from './assessment.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

/** The impact assessment of an org (`?orgId=`), to be printed. */
export function Component() {
  return <PrivacyPage write={assessmentOf} />;
}
