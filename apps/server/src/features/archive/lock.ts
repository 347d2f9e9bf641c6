/** Held shared by every run of the checks, so that nothing leaves the tables in the middle of one. Any number will do: "arch" in ASCII. */
export const ARCHIVE_LOCK = 0x61726368
