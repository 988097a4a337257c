import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOutletContext } from 'react-router';
import { valuesOf } from '@noa/domain/kinds/form.ts';
import { org, updateOrgInput } from '@noa/domain/kinds/org.ts';
import type { OrgQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import { UpdateDrawer } from '../../resource/UpdateDrawer.tsx';
import { UpdateOrgDocument } from './org.graphql.ts';
import { OrgFields } from './OrgFields.tsx';

/** Changes an org, over its view. */
export function Component() {
  const { t } = useTranslation('orgs');
  const record = useOutletContext<NonNullable<OrgQuery['org']>>();
  const [update] = useMutation(UpdateOrgDocument);
  return (
    <UpdateDrawer
      name="orgs"
      permission="org:write"
      record={record}
      schema={updateOrgInput}
      initial={valuesOf(org, record)}
      update={(version, input) => update({ variables: { id: record.id, rowId: version, input } })}
      view={paths.orgs.view(record.id)}
    >
      {(form) => (
        <>
          <OrgFields form={form} />
          <Checkbox
            label={t('values.enabled.true')}
            description={t('hints.enabled')}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
        </>
      )}
    </UpdateDrawer>
  );
}
