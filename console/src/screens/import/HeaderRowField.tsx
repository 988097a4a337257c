import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../ui/NumberField.tsx';

interface Props {
  /** The row that holds the header now. */
  row: number;
  error: string | undefined;
  onChoose: (row: number) => void;
}

/** The row of the file that names its columns; read again with another on Enter, or when the field is left. */
export function HeaderRowField({ row, error, onChoose }: Props) {
  const { t } = useTranslation('import');
  const [read, setRead] = useState(row);
  const [typed, setTyped] = useState<number | null>(row);
  const isRow = typed !== null && Number.isInteger(typed) && typed >= 1;

  // Once another row is read, that one is shown, in the same field: a new one would lose the focus.
  if (read !== row) {
    setRead(row);
    setTyped(row);
  }

  function handleDone() {
    if (isRow && typed !== row) {
      onChoose(typed);
    }
  }

  return (
    <NumberField
      label={t('format.headerRow')}
      whole
      value={typed}
      onChange={setTyped}
      onBlur={handleDone}
      onKeyDown={(event) => event.key === 'Enter' && handleDone()}
      error={isRow ? error : t('format.noRow')}
      w={170}
    />
  );
}
