//! The manuals of `solver`.

use keymove_terminal::manuals::Manual;

/// All manuals, the first one to read first. A build without a command has not its manual either.
pub const MANUALS: &[Manual] = &[
    Manual {
        name: "basics",
        aliases: "beginners words intro mate",
        about: "New to chess problems? Key, stipulation, EPD, UCI in one page",
        text: include_str!("manuals/basics.md"),
    },
    Manual {
        name: "epd",
        aliases: "bulk records stipulations stipulation chess960",
        about: "What a record asks and how it is answered; pipelines, resuming",
        text: keymove_run::answer::MANUAL,
    },
    Manual {
        name: "files",
        aliases: "forms pgn csv json tables gzip",
        about: "PGN, Olive's documents and Popeye's input; what to do with other files",
        text: keymove_forms::collection::MANUAL,
    },
    Manual {
        name: "reports",
        aliases: "report text html latex svg check",
        about: "Text, pages, documents and pictures for people; an editor's verdicts",
        text: keymove_forms::report::MANUAL,
    },
    Manual {
        name: "lines",
        aliases: "guides",
        about: "Lines of play that tell the search where to look first",
        text: keymove_run::answer::LINES_MANUAL,
    },
    Manual {
        name: "merge",
        aliases: "known",
        about: "The results of many runs joined into one collection",
        text: keymove_run::merge::MANUAL,
    },
    Manual {
        name: "mass",
        aliases: "cap dask shards split join",
        about: "A second pass; one collection on many machines with Dask",
        text: include_str!("manuals/mass.md"),
    },
    Manual {
        name: "olive",
        aliases: "chest dchest",
        about: "For Olive and other programs that call Chest",
        text: keymove_doors::chest::MANUAL,
    },
    Manual {
        name: "popeye",
        aliases: "py",
        about: "Popeye's language in, Popeye's layout out",
        text: keymove_doors::popeye::MANUAL,
    },
    Manual {
        name: "uci",
        aliases: "engine gui",
        about: "The engine for chess GUIs",
        text: keymove_doors::uci::MANUAL,
    },
    #[cfg(feature = "window")]
    Manual {
        name: "window",
        aliases: "api browser server",
        about: "The API behind the page of solver window",
        text: keymove_window::MANUAL,
    },
    Manual {
        name: "python",
        aliases: "wheel pip jupyter",
        about: "import keymove: the package for Python and notebooks",
        text: include_str!("manuals/python.md"),
    },
    Manual {
        name: "measured",
        aliases: "speed numbers",
        about: "Speed, memory, comparisons with other programs",
        text: include_str!("manuals/measured.md"),
    },
];
