/** A key as it is written on the keyboard; whoever listens to the screen hears the button's name alone. */
export const Key = ({ children }: Readonly<{ children: string }>) => (
  <kbd
    aria-hidden
    className="inline-flex min-w-5 flex-none items-center justify-center rounded-chip border border-current px-1 font-sans text-micro leading-4 opacity-80"
  >
    {children}
  </kbd>
)
