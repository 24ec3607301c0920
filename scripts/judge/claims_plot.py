"""A page of claims, drawn by Bokeh: the proved share by length, and below it the seconds of each record."""

from bokeh.embed import file_html
from bokeh.layouts import column
from bokeh.plotting import figure
from bokeh.resources import INLINE

from . import claims as judged

ALL, PROVED, SHORTEST, CLASS = "#dcdcdc", "#6a9fd4", "#1f4e80", "#c2410c"


def shares(claims):
    """A bar for each length with claims, and a step for each class of the table."""
    plot = figure(title="Share of the claims that is proved, by claimed length", width=960, height=280, y_range=(0, 1))
    groups = [(length, there) for _, length, _, there in judged.lengths(claims)]
    lengths = [length for length, _ in groups]
    for color, legend, test in ((ALL, "open or refuted", lambda claim: True), (PROVED, "proved within N", judged.Claim.is_proved),
                                (SHORTEST, "and proved the shortest", lambda claim: claim.is_proved() and claim.is_shortest())):
        plot.vbar(x=lengths, top=[sum(map(test, there)) / len(there) for _, there in groups], width=0.9, color=color, legend_label=legend)
    first, last = min(lengths), max(lengths)
    for _, begin, end, there in judged.classes(claims):
        share = sum(claim.is_proved() for claim in there) / len(there)
        plot.line([max(begin, first) - 0.5, min(end, last) + 0.5], [share, share], color=CLASS, line_width=2, legend_label="share of a class of the table")
    return plot


def seconds(claims, is_settled, x_range):
    """A mark for each record that was searched; marks of the same length are spread a little."""
    plot = figure(title="Seconds of each record, by claimed length", width=960, height=340, y_axis_type="log", x_range=x_range,
                  tooltips=[("record", "@name"), ("claimed", "@length"), ("seconds", "@seconds")])
    kinds = {"proved": ("circle", "#1f6fb5"), "open, where the search ended": ("circle_cross", CLASS), "claim refuted": ("x", "#b00020")}
    for legend, (marker, color) in kinds.items():
        found = []
        for number, claim in enumerate(claims):
            kind = "claim refuted" if claim.status() == judged.REFUTED else "proved" if is_settled(claim) else "open, where the search ended"
            if claim.answer.nodes and kind == legend:
                x = claim.length + ((number * 0.618) % 1 - 0.5) * 0.7
                # A logarithmic scale needs more than zero.
                found.append((x, claim.length, max(claim.answer.seconds, 0.001), claim.name))
        x, length, times, names = zip(*found) if found else ((),) * 4
        plot.scatter("x", "seconds", source={"x": x, "length": length, "seconds": times, "name": names}, marker=marker, color=color, legend_label=legend)
    return plot


def page(claims, is_settled):
    """The whole page; it loads nothing."""
    above = shares(claims)
    plots = [above, seconds(claims, is_settled, above.x_range)]
    for plot in plots:
        plot.legend.orientation = "horizontal"
        plot.add_layout(plot.legend[0], "below")
    return file_html(column(plots), INLINE, f"{len(claims):,} claims")
