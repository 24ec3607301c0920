//! Plots as SVG: the distributions of the paper's figures 6 and 7, the trends of figures 8 and 9.

use std::fmt::Write;

/// A named curve.
#[derive(Debug, Clone)]
pub struct Curve {
    /// Shown beside the curve.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// A plot with axes.
#[derive(Debug, Clone)]
pub struct Plot {
    /// Above it.
    pub title: String,
    /// What the abscissa counts.
    pub across: String,
    /// What the ordinate counts.
    pub up: String,
    /// What is drawn.
    pub curves: Vec<Curve>,
    /// A bar for every point that is not 0, not a line through all of them.
    pub bars: bool,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 60.0;
const COLOURS: [&str; 4] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad"];

/// One axis: from a round number to a round number, in round steps.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Axis {
        let (least, most) = values.fold((0.0_f64, 0.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let span = (most - least).max(1.0);
        let rough = span / 8.0;
        let ten = 10.0_f64.powf(rough.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let factor = factors.into_iter().find(|factor| factor * ten >= rough);
        let step = factor.unwrap_or(10.0) * ten;
        let to = (most / step).ceil() * step;
        let from = (least / step).floor() * step;
        Axis {
            from,
            to: if to > from { to } else { from + step },
            step,
        }
    }

    /// Where on the axis a value is, 0 to 1.
    fn place(&self, value: f64) -> f64 {
        (value - self.from) / (self.to - self.from)
    }

    fn marks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(|index| self.from + self.step * index as f64)
    }
}

impl Plot {
    /// Draws it.
    pub fn svg(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let across = Axis::over(points().map(|point| point.0));
        let up = Axis::over(points().map(|point| point.1));
        let x = |value: f64| LEFT + across.place(value) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - up.place(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for mark in up.marks() {
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#ddd\"/>",
                y(mark),
                WIDTH - RIGHT
            );
        }
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{0}H{1}\" fill=\"none\" stroke=\"black\"/>",
            HEIGHT - BOTTOM,
            WIDTH - RIGHT
        );
        for (index, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            if self.bars {
                let width = (0.8 * (x(1.0) - x(0.0))).max(0.5);
                for &(across, up) in curve.points.iter().filter(|point| point.1 != 0.0) {
                    let _ = writeln!(
                        svg,
                        "<rect class=\"bar\" x=\"{:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{:.2}\" \
                         fill=\"{colour}\"><title>{}: {}</title></rect>",
                        x(across) - width / 2.0,
                        y(up),
                        y(0.0) - y(up),
                        label(across),
                        label(up)
                    );
                }
                continue;
            }
            let points: Vec<String> = curve
                .points
                .iter()
                .map(|&(across, up)| format!("{:.1},{:.1}", x(across), y(up)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
                points.join(" "),
            );
        }
        let mut text = |at: (f64, f64), more: &str, words: &str| {
            let words = words.replace('&', "&amp;").replace('<', "&lt;");
            // Writing to a String cannot fail.
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" {more}>{words}</text>",
                at.0, at.1
            );
        };
        let middle = "text-anchor=\"middle\"";
        text(
            (WIDTH / 2.0, 24.0),
            "text-anchor=\"middle\" font-size=\"15\"",
            &self.title,
        );
        text((WIDTH / 2.0, HEIGHT - 16.0), middle, &self.across);
        let turned = format!("{middle} transform=\"rotate(-90 20 {0})\"", HEIGHT / 2.0);
        text((20.0, HEIGHT / 2.0), &turned, &self.up);
        for mark in across.marks() {
            text((x(mark), HEIGHT - BOTTOM + 18.0), middle, &label(mark));
        }
        for mark in up.marks() {
            text(
                (LEFT - 8.0, y(mark) + 4.0),
                "text-anchor=\"end\"",
                &label(mark),
            );
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let at = (WIDTH - RIGHT - 8.0, TOP + 16.0 + 16.0 * index as f64);
            text(
                at,
                &format!("text-anchor=\"end\" fill=\"{colour}\""),
                &curve.name,
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn label(value: f64) -> String {
    if value.fract().abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}
