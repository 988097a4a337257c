import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { asOfKey, formatAsOf, parseAsOf } from '../../ui/values/as-of.ts';
import { CalendarField } from '../../ui/CalendarField.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { useAddress } from '../../ui/page/use-address.ts';

/** Asks for the moment whose data is to be shown, and writes it into the address. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [address, set] = useAddress();
  const [text, setText] = useState(() => address.get(asOfKey) ?? '');
  const [wrong, setWrong] = useState(false);
  const latest = formatAsOf(new Date(useNow()));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!parseAsOf(text, Date.now())) {
      setWrong(true);
      return;
    }
    onClose();
    set({ [asOfKey]: text, after: null, before: null });
  }

  return (
    <Dialog title={t('asOf.title')} onClose={onClose}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.discard')}
            </Button>
            <Button type="submit">{t('asOf.show')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
