"""A picture of claims, plain SVG: the share that is proved over the length, and below it the seconds of each record."""

from math import floor, log10

from . import claims as judged

LEFT, WIDE, RIGHT = 60, 880, 20
SHARE_TOP, SHARE_HIGH = 50, 200
TIME_TOP, TIME_HIGH = 325, 280
HIGH = TIME_TOP + TIME_HIGH + 50

STYLE = """
text{font:12px sans-serif;fill:#222} .page{fill:#fff} .axis{stroke:#555;fill:none} .grid{stroke:#ddd;fill:none}
.all{fill:#dcdcdc} .proved{fill:#6a9fd4} .shortest{fill:#1f4e80} .class{stroke:#c2410c;stroke-width:2;fill:none}
.dot{fill:#1f6fb5;fill-opacity:.55} .open{stroke:#c2410c;fill:none} .false{stroke:#b00020;stroke-width:2}
@media(prefers-color-scheme:dark){text{fill:#ddd} .page{fill:#16181c} .axis{stroke:#aaa} .grid{stroke:#353a42}
.all{fill:#343942} .proved{fill:#4d86bf} .shortest{fill:#a9d2fa} .class{stroke:#fb923c} .dot{fill:#7cc0ff} .open{stroke:#fb923c}
.false{stroke:#ff6b81}}
"""


class Scale:
    """Where lengths, shares and seconds lie in the picture."""

    def __init__(self, claims):
        self.first = min(claim.length for claim in claims)
        self.last = max(claim.length for claim in claims)
        self.slot = WIDE / (self.last - self.first + 1)
        seconds = [claim.answer.seconds for claim in claims if claim.answer.seconds > 0] or [1]
        self.low = max(floor(log10(min(seconds))), -3)
        self.high = max(floor(log10(max(seconds))) + 1, self.low + 1)

    def x(self, length):
        """The middle of a length's slot."""
        return LEFT + (length - self.first + 0.5) * self.slot

    def share(self, share):
        return SHARE_TOP + SHARE_HIGH * (1 - share)

    def seconds(self, seconds):
        """What is quicker than the axis lies on its foot."""
        power = log10(max(seconds, 10**self.low))
        return TIME_TOP + TIME_HIGH * (self.high - power) / (self.high - self.low)


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def line(kind, x, y, to_x, to_y):
    return f'<path class="{kind}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"/>'


def axes(scale):
    """Both frames with their ticks and words."""
    end = LEFT + WIDE
    parts = [text(LEFT, SHARE_TOP - 28, "Share of the claims that is proved, by claimed length")]
    parts.append(text(LEFT, TIME_TOP - 28, "Seconds of each record (log scale), by claimed length"))
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = scale.share(share)
        parts += [line("grid", LEFT, y, end, y), text(LEFT - 8, y + 4, f"{share:.0%}", "end")]
    for power in range(scale.low, scale.high + 1):
        y = scale.seconds(10**power)
        parts += [line("grid", LEFT, y, end, y), text(LEFT - 8, y + 4, f"{10**power:g} s", "end")]
    step = 10 if scale.last - scale.first > 30 else 5 if scale.last - scale.first > 15 else 1
    for foot in (SHARE_TOP + SHARE_HIGH, TIME_TOP + TIME_HIGH):
        parts.append(line("axis", LEFT, foot, end, foot))
        for length in range(scale.first, scale.last + 1):
            if length % step == 0 or length == scale.first:
                x = scale.x(length)
                parts += [line("axis", x, foot, x, foot + 5), text(x, foot + 18, f"#{length}", "middle")]
    return parts


def shares(scale, claims):
    """A bar for each length that there is, and a step for each class."""
    parts, foot = [], SHARE_TOP + SHARE_HIGH
    wide = max(scale.slot - 1, 1)
    for _, length, _, there in judged.lengths(claims):
        proved = sum(claim.is_proved() for claim in there) / len(there)
        shortest = sum(claim.is_shortest() and claim.is_proved() for claim in there) / len(there)
        for kind, share in (("all", 1), ("proved", proved), ("shortest", shortest)):
            left, top = scale.x(length) - wide / 2, scale.share(share)
            parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{foot - top:.1f}"/>')
    for _, first, last, there in judged.classes(claims):
        y = scale.share(sum(claim.is_proved() for claim in there) / len(there))
        ends = (max(first, scale.first) - 0.5, min(last, scale.last) + 0.5)
        parts.append(line("class", scale.x(ends[0]), y, scale.x(ends[1]), y))
    return parts


def dots(scale, claims, is_settled):
    """A mark for each record that was searched; those of one length stand a little beside each other."""
    parts = []
    for number, claim in enumerate(claims):
        if not claim.answer.nodes:
            continue
        x = scale.x(claim.length) + ((number * 0.618) % 1 - 0.5) * scale.slot * 0.7
        y = scale.seconds(claim.answer.seconds)
        if claim.status() == judged.REFUTED:
            parts.append(refuted_mark(x, y))
        else:
            kind, radius = ("dot", 2) if is_settled(claim) else ("open", 3)
            parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>')
    return parts


def refuted_mark(x, y):
    return f'<path class="false" d="M{x - 4:.1f} {y - 4:.1f}l8 8m-8 0l8 -8"/>'


def legends():
    """What colours and marks mean, above each frame."""
    parts, y, x = [], SHARE_TOP - 10, LEFT
    words = (("all", "open or refuted", 130), ("proved", "proved within N", 135), ("shortest", "and proved the shortest", 185))
    for kind, meaning, wide in words:
        parts += [f'<rect class="{kind}" x="{x}" y="{y - 9}" width="10" height="10"/>', text(x + 15, y, meaning)]
        x += wide
    parts += [line("class", x, y - 4, x + 18, y - 4), text(x + 24, y, "share of each class of the table")]
    y = TIME_TOP - 10
    parts += [f'<circle class="dot" cx="{LEFT + 5}" cy="{y - 4}" r="2.5"/>', text(LEFT + 15, y, "proved")]
    parts += [f'<circle class="open" cx="{LEFT + 85}" cy="{y - 4}" r="3"/>', text(LEFT + 95, y, "open, where the search ended")]
    parts += [refuted_mark(LEFT + 305, y - 4), text(LEFT + 316, y, "claim refuted")]
    parts.append(text(LEFT + 430, y, "on the lowest line: so quick or quicker"))
    return parts


def plot(claims, is_settled):
    """The whole picture."""
    scale = Scale(claims)
    size = f'viewBox="0 0 {LEFT + WIDE + RIGHT} {HIGH}" width="{LEFT + WIDE + RIGHT}" height="{HIGH}"'
    parts = [f"<style>{STYLE}</style>", '<rect class="page" width="100%" height="100%"/>', *axes(scale), *shares(scale, claims)]
    parts += [*dots(scale, claims, is_settled), *legends()]
    parts.append(text(LEFT, HIGH - 12, f"{len(claims):,} claims"))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>\n'
