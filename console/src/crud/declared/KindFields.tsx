import { SimpleGrid } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { FieldInput, type AnyForm, type TextOptions } from './FieldInput.tsx';
import { namesOf } from './kind-names.ts';
import { part } from '../../loading/part.ts';

/** How the inputs of a kind differ from what follows of its declaration. */
export interface FieldsLayout {
  /** Fields that stand side by side, where there is room: group by group, as they follow each other. */
  readonly beside?: readonly (readonly string[])[];
  readonly without?: readonly string[];
  /** Inputs of the kind's own, by their field. */
  readonly own?: Readonly<Record<string, (form: AnyForm) => ReactNode>>;
  readonly options?: Readonly<Record<string, TextOptions>>;
}

const SpotInput = part(async () => (await import('../../map/spot/SpotInput.tsx')).SpotInput, null);

interface Props extends FieldsLayout {
  kind: KindDeclaration;
  form: AnyForm;
  /** A new record is given fields that stay as they are, and not those that only a change gives. */
  isNew: boolean;
}

interface Input {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The parts of a street address, and of a point. */
const pointTogether = [
  ['addrNr', 'addrBl'],
  ['lat', 'lng'],
] as const;

/** What is given of a record in a form: an input for each declared field, in the order of the declaration, and a map for a point. */
export function KindFields({ kind, form, isNew, beside = [], without = [], own = {}, options = {} }: Props) {
  const given = Object.entries<Field>(kind.fields).filter(
    ([name, { laterOnly, fixed }]) => !without.includes(name) && !(isNew ? laterOnly : fixed),
  );
  const groups = [...beside, ...pointTogether];
  const rowOf = (name: string) => groups.findIndex((group) => group.includes(name));
  const inputOf = ([name, field]: (typeof given)[number]) => (
    <Fragment key={name}>
      {own[name]?.(form) ?? (
        <FieldInput space={namesOf(kind).list} name={name} field={field} form={form} options={options[name]} />
      )}
    </Fragment>
  );
  return given.map((each, index) => {
    const row = rowOf(each[0]);
    if (row === -1) {
      return inputOf(each);
    }
    const isFirst = index === 0 || rowOf(given[index - 1]?.[0] ?? '') !== row;
    return isFirst ? (
      <Fragment key={each[0]}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{given.filter(([name]) => rowOf(name) === row).map(inputOf)}</SimpleGrid>
        {each[0] === 'lat' && <PointInput form={form} />}
      </Fragment>
    ) : null;
  });
}

/** The same point as in its two fields, on a map. */
function PointInput({ form }: { form: AnyForm }) {
  const [lat, lng, group] = ['lat', 'lng', 'containerGroupId'].map((name) => form.getInputProps(name)) as [
    Input,
    Input,
    Input,
  ];
  return (
    <SpotInput
      lat={lat.value}
      lng={lng.value}
      groupId={typeof group.value === 'string' && group.value !== '' ? group.value : null}
      onSet={(spot) => {
        lat.onChange(spot.lat);
        lng.onChange(spot.lng);
      }}
    />
  );
}
