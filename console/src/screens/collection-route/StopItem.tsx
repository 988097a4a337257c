import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { IconEmptying, IconNormal, IconSkipped, IconUndo } from '../../ui/icons.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { formatTime } from '../../ui/values/format.ts';
import classes from './CollectionRoute.module.css';
import { RefusedEmptying } from './RefusedEmptying.tsx';
import { canTakeBack, skipReasons, unsentOf, type SkipReason, type Stop } from './route.ts';
import type { RouteControls } from './use-collection-route.ts';

interface Props {
  stop: Stop;
  number: number;
  /** The first that is still to be visited. */
  isNext: boolean;
  controls: RouteControls;
}

/** One stop: where it is, and what is tapped there; or what became of it. On paper, a box to tick. */
export function StopItem({ stop, number, isNext, controls }: Props) {
  const { t } = useTranslation('collectionRoute');
  const { id, label, address, wasteStream, spot, outcome } = stop;
  return (
    <li className={classes.stop} data-next={isNext || undefined} data-outcome={outcome?.as}>
      <span className={classes.box} aria-hidden />
      <span className={classes.number} aria-hidden>
        {number}
      </span>
      <div className={classes.about}>
        <div className={classes.name}>
          <TextLink to={paths.containers.view(id)}>{label}</TextLink>
          <WasteStreamBadge stream={wasteStream} />
        </div>
        <div className={classes.address}>
          {address}
          {spot === null && <span> {t('noSpot')}</span>}
        </div>
        {outcome ? (
          <Outcome stop={stop} controls={controls} />
        ) : (
          <Choice stop={stop} isNext={isNext} controls={controls} />
        )}
      </div>
    </li>
  );
}

function Choice({ stop: { id, label }, isNext, controls }: Omit<Props, 'number'>) {
  const { t } = useTranslation('collectionRoute');
  const [skipping, setSkipping] = useState<'now' | 'done' | null>(null);
  if (skipping === 'now') {
    return (
      <SkipForm label={label} onSkip={(reason) => controls.skip(id, reason)} onClose={() => setSkipping('done')} />
    );
  }
  return (
    <div className={classes.choice}>
      <Button
        size="md"
        variant={isNext ? 'filled' : 'default'}
        leftSection={<IconEmptying size={20} aria-hidden />}
        aria-label={t('emptied.of', { container: label })}
        onClick={() => controls.markEmptied(id)}
      >
        {t('emptied.action')}
      </Button>
      <Button
        size="md"
        variant="default"
        aria-label={t('skip.of', { container: label })}
        // The form took the focus, and gives it back.
        autoFocus={skipping === 'done'}
        onClick={() => setSkipping('now')}
      >
        {t('skip.action')}
      </Button>
    </div>
  );
}

function Outcome({ stop, controls }: Pick<Props, 'stop' | 'controls'>) {
  const { t, i18n } = useTranslation('collectionRoute');
  const { outcome, label, id } = stop;
  if (!outcome) {
    return null;
  }
  const told = unsentOf(controls.route, stop);
  const time = formatTime(outcome.at, i18n.language);
  const Icon = outcome.as === 'emptied' ? IconNormal : IconSkipped;
  return (
    <div className={classes.outcome}>
      <span className={classes.said}>
        <Icon size={20} aria-hidden />
        {outcome.as === 'emptied' ? (
          <span>
            {t('emptied.at', { time })}{' '}
            {(!told || told.refusal === null) && (
              <span className={classes.sent}>
                {t(!told ? 'emptied.sent' : told.unanswered > 0 ? 'emptied.tried' : 'emptied.waits')}
              </span>
            )}
          </span>
        ) : (
          <span>
            {t('skip.because', {
              reason: typeof outcome.reason === 'string' ? t(`skip.reasons.${outcome.reason}`) : outcome.reason.text,
            })}
          </span>
        )}
      </span>
      {told && told.refusal !== null && <RefusedEmptying told={told} controls={controls} />}
      {canTakeBack(controls.route, stop) && (
        <Button
          size="md"
          variant="subtle"
          leftSection={<IconUndo size={18} aria-hidden />}
          aria-label={t('takeBack.of', { container: label })}
          onClick={() => controls.takeBack(id)}
        >
          {t('takeBack.action')}
        </Button>
      )}
    </div>
  );
}

/** Characters of a reason at most. */
const mostText = 200;

interface SkipFormProps {
  label: string;
  onSkip: (reason: SkipReason | { readonly text: string }) => void;
  onClose: () => void;
}

/** Why a container is passed by: one tap for what happens every day, words for the rest. */
function SkipForm({ label, onSkip, onClose }: SkipFormProps) {
  const { t } = useTranslation(['collectionRoute', 'common']);
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const words = useRef<HTMLInputElement>(null);
  useEffect(() => group.current?.querySelector('button')?.focus(), []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const reason = text.trim();
    setIsMissing(reason === '');
    if (reason === '') {
      words.current?.focus();
    } else {
      onSkip({ text: reason });
    }
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      onClose();
    }
  }

  return (
    <form onSubmit={handleSubmit} onKeyDown={handleKey} noValidate>
      <fieldset ref={group} className={classes.skip}>
        <legend>{t('skip.question', { container: label })}</legend>
        {skipReasons.map((reason) => (
          <Button key={reason} size="md" variant="default" onClick={() => onSkip(reason)}>
            {t(`skip.reasons.${reason}`)}
          </Button>
        ))}
        <TextInput
          ref={words}
          size="md"
          label={t('skip.other')}
          value={text}
          maxLength={mostText}
          error={isMissing && text.trim() === '' && t('common:form.required')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.choice}>
          <Button type="submit" size="md" variant="default">
            {t('skip.save')}
          </Button>
          <Button size="md" variant="subtle" onClick={onClose}>
            {t('common:actions.discard')}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
