import { useTranslation } from 'react-i18next';
import type { Picker } from './picker.ts';

/** The name of a record of another kind. */
export function PickedLabel({ picker, id }: { picker: Picker; id: string }) {
  const { t } = useTranslation();
  const { picked, loading, failed } = picker.useOptions('', id);
  return <>{picked?.label ?? (loading || failed ? '…' : t('missing'))}</>;
}
