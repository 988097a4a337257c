import { useTranslation } from 'react-i18next';
import { percentKinds } from '@noa/domain/status-kinds.ts';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { Quantity } from '../ui/values/cells.tsx';

interface Props {
  kind: StatusUpdateKind;
  value: string | null | undefined;
}

/** What was said of a container, in words; nothing where the kind says it all. */
export function ReadingValue({ kind, value }: Props) {
  const { t } = useTranslation('statusUpdates');
  if (!value) {
    return null;
  }
  if (percentKinds.includes(kind)) {
    return <Quantity value={Number(value)} unit="percent" />;
  }
  return <>{kind === 'sync' ? t('listVersion', { version: value }) : value}</>;
}
