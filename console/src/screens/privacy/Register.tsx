import { registerOf } from './register.ts';
import { PrivacyPage } from './PrivacyPage.tsx';

/** The register of processing of an org (`?orgId=`), to be printed. */
export function Component() {
  return <PrivacyPage write={registerOf} />;
}
