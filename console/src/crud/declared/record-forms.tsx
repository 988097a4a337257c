import type { TypedDocumentNode } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOutletContext, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import type { Field } from '@noa/domain/kinds/field.ts';
import { newValues, valuesOf } from '@noa/domain/kinds/form.ts';
import { createInput, updateInput } from '@noa/domain/kinds/input.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import type { EffectInput } from '../../api/generated/graphql.ts';
import { OrgField, ownerSchema, useOwner } from '../../pickers/OrgField.tsx';
import { pickerOf } from '../../pickers/pickers.ts';
import { EffectPreview } from '../effect/EffectPreview.tsx';
import { CreateScreen } from '../form/CreateScreen.tsx';
import { pickedRecord } from '../picker/picked-record.ts';
import { UpdateDrawer } from '../form/UpdateDrawer.tsx';
import forms from '../form/RecordForm.module.css';
import type { AnyForm } from './FieldInput.tsx';
import { KindFields, type FieldsLayout } from './KindFields.tsx';
import { namesOf } from './kind-names.ts';

type CreateDocument<Kind extends KindDeclaration> = TypedDocumentNode<
  unknown,
  { input: z.output<ReturnType<typeof createInput<Kind>>> }
>;
type UpdateDocument<Kind extends KindDeclaration> = TypedDocumentNode<
  unknown,
  { id: string; rowId: string; input: z.output<ReturnType<typeof updateInput<Kind>>> }
>;

interface FormsOptions<Kind extends KindDeclaration> extends FieldsLayout {
  readonly create: CreateDocument<Kind>;
  readonly update: UpdateDocument<Kind>;
  /** The fields that decide who opens what: what a change of them would do is shown under the form. */
  readonly decides?: readonly (keyof Kind['fields'] & string)[];
}

export interface Screen {
  readonly Component: () => React.ReactNode;
}

type Values = Record<string, unknown>;

const references = ({ fields }: KindDeclaration) => Object.entries<Field>(fields).filter(([, { of }]) => of);

/** Records that have to be chosen, with a message for what is not chosen yet; what stays as it is, a change does not ask for. */
const choosing = (kind: KindDeclaration, isNew: boolean) =>
  Object.fromEntries(
    references(kind).flatMap(([name, { required, fixed }]) =>
      required && (isNew || !fixed) ? [[name, pickedRecord]] : [],
    ),
  );

/** A form says what is not chosen yet in words of its own; what holds between fields stays. */
const withChoices = (schema: z.ZodMiniObject, choices: Readonly<Record<string, z.ZodMiniType>>) =>
  z.safeExtend(schema, choices) as z.ZodMiniType<Values>;

/**
 * The form of a new record, as a page, and the form over a record, in a drawer, as a kind's declaration says. What a new record
 * stands in may be said in the address: `?towerBlockId=`.
 */
export function recordForms<Kind extends KindDeclaration>(
  kind: Kind,
  { create, update, decides = [], ...layout }: FormsOptions<Kind>,
): { readonly create: Screen; readonly update: Screen } {
  return {
    create: { Component: () => <CreateRecord kind={kind} document={create as never} layout={layout} /> },
    update: {
      Component: () => <UpdateRecord kind={kind} document={update as never} layout={layout} decides={decides} />,
    },
  };
}

interface CreateProps {
  kind: KindDeclaration;
  document: TypedDocumentNode<Readonly<Record<string, { readonly id: string }>>, { input: object }>;
  layout: FieldsLayout;
}

function CreateRecord({ kind, document, layout }: CreateProps) {
  const { list, type, paths } = namesOf(kind);
  const { t } = useTranslation(list);
  const [parameters] = useSearchParams();
  const { needed, orgId } = useOwner();
  const [create] = useMutation(document);
  const isOwned = kind.owner === 'org';
  const schema = useMemo(
    () => withChoices(createInput(kind), { ...choosing(kind, true), ...(isOwned && { orgId: ownerSchema(needed) }) }),
    [kind, isOwned, needed],
  );
  const initial: Values = {
    ...newValues(kind),
    ...Object.fromEntries(references(kind).map(([name]) => [name, parameters.get(name)])),
    ...(isOwned && { orgId }),
  };
  return (
    <CreateScreen
      name={list}
      above={[{ label: t('title'), to: paths.list }]}
      schema={schema}
      initial={initial}
      create={async (input) => (await create({ variables: { input } })).data?.[`create${type}`]?.id ?? ''}
      viewOf={paths.view}
      fallback={paths.list}
    >
      {(form) => (
        <>
          {isOwned && <OrgField form={form} />}
          <KindFields kind={kind} form={form} isNew {...layout} />
        </>
      )}
    </CreateScreen>
  );
}

interface UpdateProps {
  kind: KindDeclaration;
  document: TypedDocumentNode<unknown, { id: string; rowId: string; input: object }>;
  layout: FieldsLayout;
  decides: readonly string[];
}

interface Changed {
  readonly id: string;
  readonly rowId: string;
  readonly viewerCanUpdate: boolean;
}

/** A point is changed as a whole. */
const point = ['lat', 'lng'] as const;

function UpdateRecord({ kind, document, layout, decides }: UpdateProps) {
  const { list, type, write, paths } = namesOf(kind);
  const record = useOutletContext<Changed>();
  const [update] = useMutation(document);
  const { id, rowId } = record;
  const schema = useMemo(() => withChoices(updateInput(kind), choosing(kind, false)), [kind]);
  const initial: Values = valuesOf(kind, record);
  const effectOf = (form: AnyForm): EffectInput | null => {
    const input: Values = Object.fromEntries(
      decides
        .map((field) => [field, form.getInputProps(field).value as unknown] as const)
        .filter(([field, value]) => value !== initial[field]),
    );
    // What is half typed is asked about when it can be saved.
    const isAsked = Object.keys(input).length > 0 && z.safeParse(updateInput(kind), input).success;
    return isAsked ? { [`update${type}`]: { id, rowId, input } } : null;
  };
  return (
    <UpdateDrawer
      name={list}
      permission={write}
      record={record}
      schema={schema}
      initial={initial}
      {...('lat' in kind.fields && { together: [point] })}
      pickers={Object.fromEntries(references(kind).map(([name, { of }]) => [name, pickerOf(of?.name ?? '')]))}
      kind={kind}
      update={(version, input) => update({ variables: { id, rowId: version, input } })}
      view={paths.view(id)}
    >
      {(form) => (
        <>
          <KindFields kind={kind} form={form} isNew={false} {...layout} />
          {decides.length > 0 && (
            <div className={forms.overButtons}>
              <EffectPreview change={effectOf(form)} />
            </div>
          )}
        </>
      )}
    </UpdateDrawer>
  );
}
