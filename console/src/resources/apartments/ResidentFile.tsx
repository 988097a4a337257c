import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { CreateResidentFileDocument } from '../../api/mutations/generated/create-resident-file.graphql.ts';
import { fetchFile } from '../../files/save.ts';
import { PurposeDialog } from './PurposeDialog.tsx';
import { useFileLocale } from '../../files/use-file-locale.ts';

interface Props {
  apartmentId: string;
  onClose: () => void;
}

/** All that is kept of who lives in an apartment, for the person who asks to know: for whoever says what for. */
export function ResidentFile({ apartmentId, onClose }: Props) {
  const { t } = useTranslation('apartments');
  const locale = useFileLocale();
  const [create] = useMutation(CreateResidentFileDocument);

  async function handleTake(purpose: string) {
    const { data } = await create({ variables: { apartmentId, purpose, locale } });
    if (data) {
      fetchFile(data.createResidentFile);
    }
  }

  return (
    <PurposeDialog
      title={t('residentFile.title')}
      text={t('residentFile.text')}
      action={t('residentFile.action')}
      run={handleTake}
      onClose={onClose}
    />
  );
}
