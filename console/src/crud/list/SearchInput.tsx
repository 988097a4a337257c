import { CloseButton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconSearch } from '../../ui/icons.ts';
import { useTyped } from '../use-typed.ts';

interface Props {
  value: string;
  onSearch: (text: string) => void;
}

/** The text filter of a list; it searches when the typing pauses. */
export function SearchInput({ value, onSearch }: Props) {
  const { t } = useTranslation();
  const { text, type } = useTyped(value, onSearch);
  return (
    <TextInput
      type="search"
      role="searchbox"
      wrapperProps={{ 'data-screen-only': true }}
      aria-keyshortcuts="/"
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t('actions.clear')} onClick={() => type('')} />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      w={{ base: '100%', xs: 280 }}
    />
  );
}
