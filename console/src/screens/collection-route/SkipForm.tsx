import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
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
  useEffect(() => group.current?.querySelector('button')?.focus(), []);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const reason = text.trim();
    setIsMissing(reason === '');
    if (reason !== '') {
      onSkip({ text: reason });
    }
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <fieldset ref={group} className={classes.skip}>
        <legend>{t('skip.question', { container: label })}</legend>
        {skipReasons.map((reason) => (
          <Button key={reason} size="md" variant="default" onClick={() => onSkip(reason)}>
            {t(`skip.reasons.${reason}`)}
          </Button>
        ))}
        <TextInput
          size="md"
          label={t('skip.other')}
          value={text}
          maxLength={mostText}
          error={isMissing && t('common:form.required')}
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
