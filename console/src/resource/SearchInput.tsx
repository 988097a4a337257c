import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../ui/icons.ts';

interface Props {
  value: string;
  onSearch: (text: string) => void;
}

const typingMs = 300;

/** The text filter of a list; it searches when the typing pauses. */
export function SearchInput({ value, onSearch }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // The address may change under us (Back, a reset); our own searches come back this way too and must not undo typing.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setText(value);
    }
  }

  const search = useDebouncedCallback((next: string) => {
    setSent(next);
    onSearch(next);
  }, typingMs);

  function handleChange(next: string) {
    setText(next);
    search(next);
  }

  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('actions.clear')} onClick={() => handleChange('')} />
      }
      value={text}
      onChange={(event) => handleChange(event.currentTarget.value)}
      w={{ base: '100%', xs: 280 }}
    />
  );
}
