import { useLocation, useNavigate, useSearchParams } from 'react-router';

const parameter = 'do';

/**
 * Which task with a record is being asked about, as its address says (`?do=block`): the search leads to the question itself. Null for
 * none, or one that the viewer may not do now.
 *
 * @param allowed - each task that the record's page can ask about, and whether the viewer may do it now.
 */
export function useAskedTask<Task extends string>(
  allowed: Readonly<Record<Task, boolean>>,
): [Task | null, (asked: Task | null) => void] {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const asked = (Object.keys(allowed) as Task[]).find((each) => each === search.get(parameter));

  function ask(task: Task | null) {
    // An answer that comes late must change neither the address of whatever is open by then, nor close what is asked by then.
    const { pathname: now, search: current } = window.location;
    const next = new URLSearchParams(current);
    if (now !== pathname || (task === null && next.get(parameter) !== asked)) {
      return;
    }
    if (task === null) {
      next.delete(parameter);
    } else {
      next.set(parameter, task);
    }
    void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
  }
  return [asked !== undefined && allowed[asked] ? asked : null, ask];
}
