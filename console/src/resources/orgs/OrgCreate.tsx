import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { newValues } from '@noa/domain/kinds/form.ts';
import { createOrgInput, org } from '@noa/domain/kinds/org.ts';
import { paths } from '../../paths.ts';
import { CreateScreen } from '../../resource/CreateScreen.tsx';
import { CreateOrgDocument } from './org.graphql.ts';
import { OrgFields } from './OrgFields.tsx';

/** Adds an org. */
export function Component() {
  const { t } = useTranslation('orgs');
  const [create] = useMutation(CreateOrgDocument);
  return (
    <CreateScreen
      name="orgs"
      permission="org:write"
      above={[{ label: t('title'), to: paths.orgs.list }]}
      schema={createOrgInput}
      initial={newValues(org)}
      create={async (input) => (await create({ variables: { input } })).data?.createOrg.id ?? ''}
      viewOf={paths.orgs.view}
      fallback={paths.orgs.list}
    >
      {(form) => <OrgFields form={form} />}
    </CreateScreen>
  );
}
