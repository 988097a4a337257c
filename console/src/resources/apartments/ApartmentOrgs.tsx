import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { AddApartmentOrgDocument } from '../../api/mutations/generated/add-apartment-org.graphql.ts';
import { RemoveApartmentOrgDocument } from '../../api/mutations/generated/remove-apartment-org.graphql.ts';
import { pickers } from '../../pickers/pickers.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconAdd, IconOrg } from '../../ui/icons.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import classes from './ApartmentCards.module.css';

type Apartment = NonNullable<ApartmentQuery['apartment']>;

interface Props {
  apartment: Apartment;
  /** Whether the viewer decides who serves it. */
  mayWrite: boolean;
}

/** The orgs that serve the apartment beside the one that owns it, and so see it. */
export function ApartmentOrgs({ apartment, mayWrite }: Props) {
  const { t } = useTranslation(['apartments', 'common']);
  const [adding, setAdding] = useState(false);
  const [remove] = useMutation(RemoveApartmentOrgDocument);
  const serving = apartment.apartmentOrgs ?? [];
  const add = mayWrite && (
    <Button leftSection={<IconAdd size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('orgs.add')}
    </Button>
  );
  return (
    <Stack gap="sm">
      {serving.length === 0 ? (
        <EmptyState icon={IconOrg} title={t('orgs.none.title')} actions={add}>
          {t('orgs.none.text')}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end">{add}</Group>
          <ul className="plain" aria-label={t('orgs.title')}>
            {serving.map((each) => (
              <li key={each.id} className={classes.card}>
                <strong>{each.label}</strong>
                <span className={classes.when}>
                  {t('orgs.since')} <PlainMoment at={each.validFrom} />
                </span>
                {mayWrite && each.viewerCanRemove && (
                  <ConfirmButton
                    title={t('orgs.removeTitle')}
                    text={t('orgs.removeText', { org: each.label })}
                    action={t('orgs.remove')}
                    run={() => remove({ variables: { id: each.id, rowId: each.rowId } })}
                    done={t('orgs.removed', { org: each.label })}
                    refreshes
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {adding && <AddOrg apartmentId={apartment.id} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function AddOrg({ apartmentId, onClose }: { apartmentId: string; onClose: () => void }) {
  const { t } = useTranslation(['apartments', 'common']);
  const [orgId, setOrgId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [addOrg] = useMutation(AddApartmentOrgDocument);
  function add() {
    setProblem(orgId ? null : 'form.required');
    return orgId !== null && addOrg({ variables: { apartmentId, orgId } });
  }
  return (
    <TaskDialog
      title={t('orgs.add')}
      action={t('common:actions.add')}
      run={add}
      done={t('orgs.added')}
      onRefused={({ fields }) => {
        setProblem(fields['orgId'] ?? null);
        return fields['orgId'] !== undefined;
      }}
      refreshes
      onClose={onClose}
    >
      <RecordSelect
        picker={pickers.org}
        label={t('orgs.org')}
        description={t('orgs.hint')}
        required
        value={orgId}
        error={problem && t(`common:${problem}`)}
        onChange={(chosen) => {
          setOrgId(chosen);
          setProblem(null);
        }}
      />
    </TaskDialog>
  );
}
