//! Plots as SVG: distributions as in the paper's figures 6 and 7, and trends as in figures 8 and 9.

use std::io;

use plotters::prelude::*;

/// A named curve.
#[derive(Debug, Clone)]
pub struct Curve {
    /// The name shown next to the curve.
    pub name: String,
    /// The points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A plot with axes.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The title above the plot.
    pub title: String,
    /// The label of the horizontal axis.
    pub across: String,
    /// The label of the vertical axis.
    pub up: String,
    /// The curves.
    pub curves: Vec<Curve>,
    /// Whether every point except 0 is drawn as a bar instead of connecting the points by a line.
    pub bars: bool,
}

/// Why a plot cannot be drawn.
pub type PlotError = DrawingAreaErrorKind<io::Error>;

impl Plot {
    /// Draws the plot.
    ///
    /// # Errors
    ///
    /// There is no room for it.
    pub fn svg(&self) -> Result<String, PlotError> {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, (720, 440)))?;
        Ok(svg)
    }

    fn draw(&self, backend: SVGBackend<'_>) -> Result<(), PlotError> {
        let area = backend.into_drawing_area();
        area.fill(&WHITE)?;
        let range = |value: fn(&(f64, f64)) -> f64| {
            let points = self.curves.iter().flat_map(|curve| &curve.points);
            let ends = |(least, most): (f64, f64), value| (least.min(value), most.max(value));
            let (least, most) = points.map(value).fold((0.0, 0.0), ends);
            least..most.max(least + 1.0)
        };
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 15))
            .margin(20)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(range(|point| point.0), range(|point| point.1))?;
        chart
            .configure_mesh()
            .x_desc(&self.across)
            .y_desc(&self.up)
            .x_label_formatter(&|value| format!("{value:.0}"))
            .draw()?;
        for (index, curve) in self.curves.iter().enumerate() {
            let color = Palette99::pick(index).to_rgba();
            let points = curve.points.iter().copied();
            let drawn = if self.bars {
                let bar = |(across, up)| {
                    Rectangle::new([(across - 0.4, 0.0), (across + 0.4, up)], color.filled())
                };
                chart.draw_series(points.filter(|point| point.1 != 0.0).map(bar))?
            } else {
                chart.draw_series(LineSeries::new(points, color))?
            };
            drawn
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .background_style(WHITE)
            .draw()?;
        area.present()
    }
}
