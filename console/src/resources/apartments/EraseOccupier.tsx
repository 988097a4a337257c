import { useMutation } from '@apollo/client/react';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EraseOccupierDocument } from '../../api/mutations/generated/erase-occupier.graphql.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { PurposeDialog } from './PurposeDialog.tsx';

interface Props {
  apartment: { readonly id: string; readonly rowId: string };
  onClose: () => void;
}

/** Erases what is known of an apartment's occupiers, at the request of one of them, from its history too. */
export function EraseOccupier({ apartment: { id, rowId }, onClose }: Props) {
  const { t } = useTranslation('apartments');
  const [formerOnly, setFormerOnly] = useState(true);
  const [erase] = useMutation(EraseOccupierDocument);

  async function handleErase(purpose: string) {
    const { data } = await erase({ variables: { id, rowId, purpose, formerOnly } });
    notifySuccess(t('erase.done', { count: data?.eraseOccupier ?? 0 }));
  }

  return (
    <PurposeDialog
      title={t('erase.title')}
      text={t('erase.text')}
      action={t('erase.action')}
      danger
      run={handleErase}
      refreshes
      onClose={onClose}
    >
      <Checkbox
        label={t('erase.formerOnly')}
        description={t('erase.formerOnlyHint')}
        checked={formerOnly}
        onChange={(event) => setFormerOnly(event.currentTarget.checked)}
      />
    </PurposeDialog>
  );
}
