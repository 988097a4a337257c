import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CollectionRoute.module.css';
import { skipReasons, type SkipReason } from './route.ts';

/** Characters of a reason at most. */
const mostText = 200;

interface Props {
  label: string;
  onSkip: (reason: SkipReason | { readonly text: string }) => void;
  onClose: () => void;
}

/** Why a container is passed by: one tap for what happens every day, words for the rest. */
export function SkipForm({ label, onSkip, onClose }: Props) {
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
