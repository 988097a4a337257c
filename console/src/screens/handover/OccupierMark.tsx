import { useTranslation } from 'react-i18next';
import { isOccupierComplete } from '@noa/domain/kinds/apartment.ts';
import { Status } from '../../ui/values/cells.tsx';
import { IconFailed, IconNormal } from '../../ui/icons.ts';
import type { HandoverApartment } from './use-handover.ts';

/** Whether what has to be known of an occupier is known; nothing for those who may not know. */
export function OccupierMark({ apartment }: { apartment: HandoverApartment }) {
  const { t } = useTranslation('handover');
  const { occupierKind, occupierName, occupierIdNumber } = apartment;
  if (!occupierKind) {
    return null;
  }
  return isOccupierComplete({ occupierKind, occupierName, occupierIdNumber }) ? (
    <Status icon={IconNormal} color="green" label={t('occupier.present')} />
  ) : (
    <Status icon={IconFailed} color="orange" label={t('occupier.missing')} />
  );
}
