import { Kbd, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../session/viewer.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { useSingleKeysOn } from '../../ui/preferences.ts';
import { paths } from '../../paths.ts';
import { menuFor } from '../menu.ts';
import classes from './KeysDialog.module.css';
import { goKey } from './single-keys.ts';

interface Row {
  /** Pressed one after the other. */
  readonly keys: readonly string[];
  readonly does: string;
}

/** Every key that does something here: everywhere, on the screen below, in its lists and forms, and the way to each entry of the menu. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [on] = useSingleKeysOn();
  const [onScreen] = useState(listScreenKeys);
  const everywhere: Row[] = [
    { keys: ['Ctrl K'], does: t('search.open') },
    ...(on ? [{ keys: ['?'], does: t('keys.title') }] : []),
  ];
  const inLists: Row[] = [
    { keys: ['↑ ↓ Home End'], does: t('keys.move') },
    { keys: ['Enter'], does: t('keys.enter') },
    { keys: ['Space'], does: t('keys.select') },
    { keys: ['Ctrl S'], does: t('actions.save') },
    { keys: ['Esc'], does: t('actions.close') },
  ];
  const menu = menuFor(viewer).map(({ name, key }): Row => ({ keys: [goKey, key], does: t(`menu.${name}`) }));
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      {!on && (
        <Text fz="sm" mb="sm">
          {t('keys.off')}{' '}
          <TextLink inSentence to={paths.settings} onFollow={onClose}>
            {t('actions.settings')}
          </TextLink>
        </Text>
      )}
      <div className={classes.columns}>
        <div>
          <Keys title={t('keys.everywhere')} rows={everywhere} />
          {on && <Keys title={t('keys.onScreen')} rows={onScreen.map(({ key, does }) => ({ keys: [key], does }))} />}
          <Keys title={t('keys.inLists')} rows={inLists} />
        </div>
        {on && <Keys title={t('keys.goTo')} rows={menu} />}
      </div>
      <TextLink to={paths.help.index} onFollow={onClose}>
        {t('help.title')}
      </TextLink>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) {
    return null;
  }
  return (
    <section className={classes.section}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      <dl className={classes.keys}>
        {rows.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ScreenKey {
  readonly key: string;
  readonly does: string;
}

const nameOf = (part: Element) =>
  part.getAttribute('aria-label') ??
  (part instanceof HTMLSelectElement ? part.labels[0]?.textContent : null) ??
  (part instanceof HTMLInputElement ? (part.labels?.[0]?.textContent ?? part.placeholder) : part.textContent.trim());

/** The single keys of the screen that is shown, with the names of what they press; each key once, as they press the first. */
function listScreenKeys(): readonly ScreenKey[] {
  const parts = [...document.querySelectorAll('main [aria-keyshortcuts]:not(:disabled)')].map((part) => ({
    key: part.getAttribute('aria-keyshortcuts') ?? '',
    does: nameOf(part),
  }));
  const single = parts.filter(({ key, does }) => key.length === 1 && does !== '');
  return [...new Map(single.toReversed().map((each) => [each.key, each])).values()].toReversed();
}
