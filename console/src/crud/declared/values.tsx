import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { AccessMode, CardStatus, WasteStream } from '@noa/domain/vocabulary.ts';
import { AccessModeBadge } from '../../ui/badges/AccessModeBadge.tsx';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { Count, None, Quantity } from '../../ui/values/cells.tsx';
import { coordinateDigits } from '../../ui/values/format.ts';
import { ZoneName } from '../../ui/values/ZoneName.tsx';
import type { Words } from '../define-resource.ts';
import { namesOf } from './kind-names.ts';

/** Closed lists whose words more than one kind has: they stand in `common.json`, those of one kind in its own texts. */
const sharedLists: readonly string[] = ['AccessMode', 'WasteStream'];

/** What the values of a field are called; undefined for what is no word of ours. */
export function wordsOf(kind: KindDeclaration, name: string, { type, list, values }: Field): Words | undefined {
  const space = list !== undefined && sharedLists.includes(list) ? 'common' : namesOf(kind).list;
  const all = type === 'boolean' ? ['true', 'false'] : values;
  return all && { texts: `${space}:values.${name}`, values: all };
}

function Word({ of, value }: { of: string; value: string }) {
  const { t } = useTranslation();
  return <>{t(`${of}.${value}`)}</>;
}

/** The field under which the API gives what a declared field holds: of another record's id, the record. */
export const givenAs = (name: string, { of }: Field): string => (of ? name.replace(/Id$/, '') : name);

/** What a declared field of a record holds, as people read it; plain text or a light element, as lists have thousands. */
export function shownValue(kind: KindDeclaration, name: string, field: Field, record: object): ReactNode {
  const value = (record as Readonly<Record<string, unknown>>)[givenAs(name, field)];
  if (value === null || value === undefined || value === '') {
    return <None />;
  }
  if (field.format === 'timeZone') {
    return <ZoneName zone={value as string} />;
  }
  const words = wordsOf(kind, name, field);
  switch (field.list ?? field.type) {
    case 'AccessMode':
      return <AccessModeBadge mode={value as AccessMode} />;
    case 'CardStatus':
      return <CardStatusBadge status={value as CardStatus} />;
    case 'WasteStream':
      return <WasteStreamBadge stream={value as WasteStream} />;
    case 'float':
      return <Count value={value as number} digits={coordinateDigits} />;
    case 'integer':
      return field.unit ? <Quantity value={value as number} unit={field.unit} /> : <Count value={value as number} />;
    case 'id':
      return labelOf(value as Called);
    default:
      return words ? <Word of={words.texts} value={`${value as string | boolean}`} /> : (value as string);
  }
}

/** Another record, as documents select it. */
export interface Called {
  readonly id: string;
  readonly name?: string;
  readonly label?: string;
  readonly path?: string;
}

/** What people call a record of another kind. */
export const labelOf = ({ name, label, path }: Called): string => name ?? label ?? path ?? '';
