/** What `make` makes of a thing, made once for each: for what is asked for with every row of a file. */
export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { readonly made: Made }>();
  return (of) => {
    const before = known.get(of) ?? { made: make(of) };
    known.set(of, before);
    return before.made;
  };
}
