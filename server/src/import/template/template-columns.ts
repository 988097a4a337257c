import { importForms } from '@noa/domain/imports/import-forms.ts';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { beginningOf } from '@noa/domain/kinds/form.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { columnField, namedBy } from './column-field.ts';
import { exampleSaid } from './example-row.ts';
import { columnHint, columnLabel, templateTexts, valueWords } from './template-texts.ts';

/** The names that records of a kind have in the org, by the kind. */
export type KnownNames = Readonly<Record<string, readonly string[]>>;

/** A column of a template. */
export interface TemplateColumn {
  readonly name: string;
  readonly label: string;
  readonly field: Field | undefined;
  /** What may be chosen from; empty where anything may be written. */
  readonly choices: readonly string[];
  /** Whether only that may be written. */
  readonly isClosed: boolean;
  readonly example: string | number;
  /** What the sheet of notes says of it. */
  readonly note: string;
}

/**
 * The columns of a kind's template: those that an import takes together, under the names that the console has for them. What says the
 * same in another way, as the number of a block's apartments beside each of them, is left out.
 */
export function templateColumns(kind: ImportKind, locale: ExportLocale, known: KnownNames): readonly TemplateColumn[] {
  const { fields, required, guessMapping } = importForms[kind];
  const labels = new Map(fields.map((name) => [name, columnLabel(locale, kind, name)]));
  const together = guessMapping([...labels.values()]);
  return fields
    .filter((name) => together[name] !== undefined)
    .map((name) => {
      const field = columnField(kind, name);
      const words = field?.values ? valueWords(locale, name, field) : [];
      const named = known[namedBy(field)?.name ?? ''] ?? [];
      const choices = words.length > 0 ? words : named;
      return {
        name,
        label: labels.get(name) ?? name,
        field,
        choices,
        isClosed: words.length > 0,
        example: exampleOf(kind, name, field, choices),
        note: noteOf({
          kind,
          name,
          field,
          words,
          locale,
          isRequired: required.includes(name) || isRequired(kind, field),
        }),
      };
    });
}

/** Of records that are new a field has to be said; of blocks only what tells them apart. */
const isRequired = (kind: ImportKind, field: Field | undefined) =>
  kind !== 'buildings' && field?.required === true && field.imported !== undefined;

function exampleOf(
  kind: ImportKind,
  name: string,
  field: Field | undefined,
  choices: readonly string[],
): string | number {
  const said = exampleSaid(kind, name);
  const begins = field && field.type !== 'id' && !field.values ? beginningOf(field) : null;
  // Words stand in the order of the values that they are for.
  const chosen = Math.max(0, field?.values?.findIndex((value) => value === said) ?? 0);
  return choices[chosen] ?? said ?? (typeof begins === 'number' || typeof begins === 'string' ? begins : '');
}

interface Noted {
  readonly kind: ImportKind;
  readonly name: string;
  readonly field: Field | undefined;
  readonly words: readonly string[];
  readonly locale: ExportLocale;
  readonly isRequired: boolean;
}

/** Whether it has to be said, what may be, and what it means. */
function noteOf({ kind, name, field, words, locale, isRequired: hasToBe }: Noted): string {
  const says = templateTexts[locale];
  return [hasToBe ? says.required : undefined, field && limitOf(field, words, locale), columnHint(locale, kind, name)]
    .filter((part) => part !== undefined)
    .join('; ');
}

function limitOf(field: Field, words: readonly string[], locale: ExportLocale): string | undefined {
  const says = templateTexts[locale];
  const { type, format, max, min = 0 } = field;
  if (words.length > 0) {
    return withFacts(says.values, { values: words.join(', ') });
  }
  if (namedBy(field)) {
    return says.named;
  }
  if (type === 'integer' || type === 'float') {
    return max === undefined ? undefined : withFacts(says.number, { min, max });
  }
  if (format === 'serial' || format === 'idNumber') {
    return says[format];
  }
  return max === undefined ? undefined : withFacts(says.text, { max });
}
