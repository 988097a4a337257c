import { checkNames, guessByHeader, type ImportForm, type KnownHeaders } from './import-form.ts';
import type { FieldErrors } from '../errors.ts';

const headers = {
  email: [
    'e mail',
    'email',
    'mail',
    'adresa e mail',
    'adresa de e mail',
    'adresa email',
    'adresa de email',
    'posta electronica',
    'e mail address',
    'email address',
  ],
  name: ['nume', 'nume si prenume', 'nume prenume', 'numele si prenumele', 'persoana', 'name', 'full name'],
  role: ['rol', 'rolul', 'rol in aplicatie', 'drepturi', 'role'],
  manager: ['administrator', 'administrator de bloc', 'asociatie', 'asociatia', 'manager'],
} as const satisfies KnownHeaders;
export type MemberField = keyof typeof headers;

/** Who belongs to an org, as what, and to which of its managers. */
export const memberForm: ImportForm = {
  ofOrg: true,
  refers: true,
  needs: ['org:write', 'manager:write'],
  fields: Object.keys(headers),
  required: ['email'],
  guessMapping: (columns) => guessByHeader(headers, columns),
  checkMapping: (mapping, columns): FieldErrors => ({
    ...checkNames(headers, mapping, columns),
    ...(mapping['email'] === undefined ? { 'mapping.email': 'form.required' } : {}),
  }),
};
