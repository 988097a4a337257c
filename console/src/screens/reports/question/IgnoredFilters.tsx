import { useTranslation } from 'react-i18next';
import { Notice } from '../../../crud/Notice.tsx';
import type { QuestionControls } from './use-question.ts';

/** Names the filters of the address that narrow nothing here; closing it takes them out of the address. */
export function IgnoredFilters({ controls: { ignored, dropIgnored } }: { controls: QuestionControls }) {
  const { t } = useTranslation(['reports', 'common']);
  const filters = ignored.map((field) => t(`fields.${field}`)).join(', ');
  return <Notice onClose={dropIgnored}>{t('ignored', { filters })}</Notice>;
}
