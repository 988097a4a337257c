import { formOf, type ImportForm, type KnownHeaders } from './import-form.ts';

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
export const memberForm: ImportForm = formOf(headers, {
  ofOrg: true,
  refers: true,
  needs: ['org:write', 'manager:write'],
  required: ['email'],
});
