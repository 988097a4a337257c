import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asOfKey, formatAsOf, parseAsOf } from '../../ui/values/as-of.ts';
import { CalendarField } from '../../ui/CalendarField.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { useAddress } from '../../ui/page/use-address.ts';
import { TaskDialog } from '../form/TaskDialog.tsx';

/** Asks for the moment whose data is to be shown, and writes it into the address. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [address, set] = useAddress();
  const [text, setText] = useState(() => address.get(asOfKey) ?? '');
  const [wrong, setWrong] = useState(false);
  const latest = formatAsOf(new Date(useNow()));

  function show() {
    const isMoment = parseAsOf(text, Date.now()) !== undefined;
    setWrong(!isMoment);
    if (isMoment) {
      set({ [asOfKey]: text, after: null, before: null });
    }
    return isMoment;
  }

  return (
    <TaskDialog title={t('asOf.title')} action={t('asOf.show')} run={show} onClose={onClose}>
      <Text fz="sm">{t('asOf.text')}</Text>
      <CalendarField
        precision="minute"
        label={t('asOf.moment')}
        value={text}
        latest={latest}
        onChange={(next) => {
          setText(next);
          setWrong(false);
        }}
        error={wrong && t('asOf.wrong')}
      />
    </TaskDialog>
  );
}
